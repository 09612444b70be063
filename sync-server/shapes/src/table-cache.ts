// The tables that shapes are defined over, as the catalog had them, until the change stream or a snapshot tells that one was altered.
import type postgres from 'postgres'
import { readTable, signatureOf, tableId, type Relation, type Table, type TableName } from './catalog.ts'

export class TableCache {
  private readonly sql: postgres.Sql
  private readonly publication: string
  private readonly known = new Map<string, Table>()
  private readonly beingRead = new Map<string, Promise<Table | null>>()

  constructor(sql: postgres.Sql, publication: string) {
    this.sql = sql
    this.publication = publication
  }

  /** Null when there is none. One whose changes can't be followed is read anew each time. */
  async get(name: TableName): Promise<Table | null> {
    const id = tableId(name)
    const known = this.known.get(id)
    if (known) return known
    // All who were sent back at once ask for the same.
    const reading =
      this.beingRead.get(id) ??
      this.readAnew(name).finally(() => {
        this.beingRead.delete(id)
      })
    this.beingRead.set(id, reading)
    return reading
  }

  /** As it is now: not what someone began to read before. */
  async readAnew(name: TableName): Promise<Table | null> {
    const table = await readTable(this.sql, this.publication, name)
    if (!table || table.problem !== null) return table
    const known = this.known.get(tableId(name))
    // Definitions hang on what is known: it stays while nothing has changed.
    if (known && JSON.stringify(known) === JSON.stringify(table)) return known
    // Should it be altered just now, the snapshot will notice.
    this.known.set(tableId(name), table)
    return table
  }

  /** Tables whose rows are not what they were, by what the change stream says of one; what else was altered is read when it is asked for. */
  alteredBy(relation: Relation): Table[] {
    const altered = [...this.known.values()].filter((table) => {
      const sameName = tableId(table) === tableId(relation)
      if (!sameName && table.oid !== relation.oid) return false
      return !sameName || signatureOf(table) !== signatureOf(relation)
    })
    this.forget(relation)
    return altered
  }

  /** Whether nothing has told since that it was altered. */
  isCurrent(table: Table): boolean {
    return this.known.get(tableId(table)) === table
  }

  forget(table: TableName) {
    this.known.delete(tableId(table))
  }
}
