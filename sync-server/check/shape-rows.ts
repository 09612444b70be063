// The rows of a shape, as its messages make them. Strict: within one handle no message may be missing or come twice. Other than Electric
// (shapes/README.md) a row that left may be told by its key alone, also to a client that has not got it, and one that changed while a client
// was on its way to the end of the log whole, as an insert.
import { isChangeMessage, type ChangeMessage, type Message } from '@electric-sql/client'
import type { Row } from './rows.ts'
import type { ShapeSpec } from './shape-spec.ts'
import { tables } from './tables.ts'

/** A message does not fit the rows. */
export class Violation extends Error {}

export class ShapeRows {
  /** By the messages' keys. */
  readonly rows: Map<string, Row>
  /** Up to date with all transactions up to it. */
  lsn = 0n
  /** Whether the last batch said up to date. */
  isAtRest = false
  /** Whether the batches so far end before the end of the log. */
  private isOnItsWay: boolean
  private readonly spec: ShapeSpec

  /** `rows`: as they were at rest; null: none yet. */
  constructor(spec: ShapeSpec, rows: Iterable<readonly [string, Row]> | null = null) {
    this.spec = spec
    this.rows = new Map(rows)
    this.isOnItsWay = rows === null
  }

  /** @throws Violation */
  take(messages: readonly Message<Row>[]) {
    for (const message of messages) {
      this.isAtRest = false
      if (isChangeMessage(message)) this.change(message)
      else if (message.headers.control === 'must-refetch') this.rows.clear()
      else if (message.headers.control === 'up-to-date') this.rest(message.headers['global_last_seen_lsn'])
    }
    if (messages.length > 0) this.isOnItsWay = !this.isAtRest
  }

  private change(message: ChangeMessage<Row>) {
    const { key, headers } = message
    const row = this.rows.get(key)
    const refuse = (reason: string): never => {
      throw new Violation(
        `${reason}: ${JSON.stringify(message).slice(0, 2000)}; the row was ${JSON.stringify(row)?.slice(0, 2000)}`,
      )
    }
    if (headers.operation === 'insert') {
      // Whole also where what it was is erased: then it is another now.
      if (row && !this.isOnItsWay && isSame(row, message.value)) refuse('insert of a row that is there')
      this.insert(message, refuse)
    } else if (headers.operation === 'delete' && !row && this.isKeyAlone(message)) return
    else if (!row) refuse(`${headers.operation} of a row that is not there`)
    else if (headers.operation === 'update') this.update(message, row, refuse)
    else this.delete(message, row, refuse)
  }

  private insert({ key, value }: ChangeMessage<Row>, refuse: (reason: string) => never) {
    const { columns } = this.spec
    if (columns && !sameNames(columns, Object.keys(value))) refuse('insert without all columns')
    this.rows.set(key, { ...value })
  }

  private update({ key, value, old_value: old }: ChangeMessage<Row>, row: Row, refuse: (reason: string) => never) {
    if (this.spec.replica === 'full') {
      if (!sameNames(Object.keys(row), Object.keys(value))) refuse('update of a full replica without all columns')
      for (const [name, before] of Object.entries(old ?? {})) {
        if (row[name] !== before) refuse(`old_value of ${name} is not what it was`)
      }
      // Without one: it changed several times, and what it was in between is not told.
      const told = Object.keys(old ?? value)
      const changed = Object.keys(value).find((name) => value[name] !== row[name] && !told.includes(name))
      if (changed !== undefined) refuse(`${changed} changed without an old_value`)
    }
    if (Object.keys(value).some((name) => !(name in row))) refuse('update of a column that is not there')
    this.rows.set(key, { ...row, ...value })
  }

  private delete(message: ChangeMessage<Row>, row: Row, refuse: (reason: string) => never) {
    const { key, value } = message
    for (const [name, before] of Object.entries(value)) {
      if (row[name] !== before) refuse(`delete with another ${name} than it was`)
    }
    const isWhole =
      (this.spec.replica === 'full' || this.key.length === 0) && sameNames(Object.keys(row), Object.keys(value))
    if (!isWhole && !this.isKeyAlone(message)) refuse('delete with neither the key alone nor all columns')
    this.rows.delete(key)
  }

  private isKeyAlone({ value }: ChangeMessage<Row>): boolean {
    return this.key.length > 0 && sameNames(this.key, Object.keys(value))
  }

  /** Without one equal rows have one name. */
  private get key(): readonly string[] {
    return tables.find(({ name }) => name === this.spec.table)?.key ?? []
  }

  private rest(lsn: unknown) {
    if (typeof lsn !== 'string') throw new Violation('up to date without a position')
    this.lsn = BigInt(lsn)
    this.isAtRest = true
    if (!this.spec.balanced) return
    let sum = 0
    for (const { n } of this.rows.values()) sum += Number(n)
    if (sum !== 0) throw new Violation(`part of a transaction: the sum of n is ${sum} at ${lsn}`)
  }
}

const isSame = (row: Row, value: Row) => Object.keys(value).every((name) => row[name] === value[name])

const sameNames = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()
