// What a Postgres snapshot contains.
import { lsnOf, writtenLsn, type Lsn, type WrittenLsn } from '../stream/lsn.ts'

/** As pg_current_snapshot() prints it, and the log's position then. */
export interface MomentRecord {
  xmin: string
  xmax: string
  /** Transactions that were running. */
  xip: readonly string[]
  lsn: WrittenLsn
}

export class Moment {
  readonly record: MomentRecord
  /** Transactions (32-bit xids) that were running. */
  readonly running: readonly number[]
  /** No transaction that commits at or past this position is contained. */
  readonly lsn: Lsn
  private readonly end: number

  constructor(record: MomentRecord) {
    this.record = record
    this.end = to32(record.xmax)
    this.running = record.xip.map(to32)
    this.lsn = lsnOf(record.lsn)
  }

  /** Whether a transaction (32-bit xid) was visible. Holds for 2^31 transactions, so not to be asked past `lsn`. */
  contains(xid: number): boolean {
    return !this.isBefore(xid) && !this.running.includes(xid)
  }

  /** Whether it was taken before the transaction began. */
  isBefore(xid: number): boolean {
    return ((xid - this.end) | 0) >= 0
  }

  /** The snapshot's last item. */
  get message() {
    const { xmin, xmax, xip } = this.record
    return JSON.stringify({ headers: { control: 'snapshot-end', xmin, xmax, xip_list: xip } })
  }
}

/** From `xmin:xmax:xip,…` */
export function parseMoment(snapshot: string, lsn: Lsn): Moment {
  const [xmin = '0', xmax = '0', list = ''] = snapshot.split(':')
  return new Moment({ xmin, xmax, xip: list === '' ? [] : list.split(','), lsn: writtenLsn(lsn) })
}

const to32 = (xid: string) => Number(BigInt(xid) & 0xffffffffn)
