// The rows of a shape, as its messages make them. Strict: within one handle no message may be missing or come twice.
import { isChangeMessage, type ChangeMessage, type Message } from '@electric-sql/client'
import type { Row } from './rows.ts'
import type { ShapeSpec } from './shape-spec.ts'

/** A message does not fit the rows. */
export class Violation extends Error {}

export class ShapeRows {
  /** By the messages' keys. */
  readonly rows: Map<string, Row>
  /** Up to date with all transactions up to it. */
  lsn = 0n
  /** Whether the last batch said up to date. */
  isAtRest = false
  private readonly spec: ShapeSpec

  constructor(spec: ShapeSpec, rows: Iterable<readonly [string, Row]> = []) {
    this.spec = spec
    this.rows = new Map(rows)
  }

  /** @throws Violation */
  take(messages: readonly Message<Row>[]) {
    for (const message of messages) {
      this.isAtRest = false
      if (isChangeMessage(message)) this.change(message)
      else if (message.headers.control === 'must-refetch') this.rows.clear()
      else if (message.headers.control === 'up-to-date') this.rest(message.headers['global_last_seen_lsn'])
    }
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
      if (row) refuse('insert of a row that is there')
      this.insert(message, refuse)
    } else if (!row) refuse(`${headers.operation} of a row that is not there`)
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

  private delete({ key, value }: ChangeMessage<Row>, row: Row, refuse: (reason: string) => never) {
    for (const [name, before] of Object.entries(value)) {
      if (row[name] !== before) refuse(`delete with another ${name} than it was`)
    }
    if (this.spec.replica === 'full' && !sameNames(Object.keys(row), Object.keys(value))) {
      refuse('delete of a full replica without all columns')
    }
    this.rows.delete(key)
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

const sameNames = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()
