// The tables that shapes are defined over, as the catalog had them, until the change stream or a snapshot tells that one was altered.
import type postgres from 'postgres'
import { readTables, signatureOf, tableId, type Relation, type Table, type TableName } from './catalog.ts'

export class TableCache {
  private readonly sql: postgres.Sql
  private readonly publication: string
  /** Another one as soon as any table may not be what it was. */
  version = 0
  private readonly known = new Map<string, Table>()
  /** Of those, what may have been altered in what the change stream does not tell. */
  private readonly doubted = new Set<string>()
  private readonly beingRead = new Map<string, Promise<Table | null>>()

  constructor(sql: postgres.Sql, publication: string) {
    this.sql = sql
    this.publication = publication
  }

  /** Null when there is none. One whose changes can't be followed is read anew each time. */
  async get(name: TableName): Promise<Table | null> {
    const id = tableId(name)
    const known = this.known.get(id)
    if (known && !this.doubted.has(id)) return known
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
    const [table = null] = await this.readAllAnew([name])
    return table
  }

  /** In their order. */
  async readAllAnew(names: readonly TableName[]): Promise<(Table | null)[]> {
    // First: what is told while they are being read is a doubt again.
    const doubted = names.map(tableId).filter((id) => this.doubted.delete(id))
    try {
      const tables = await readTables(this.sql, this.publication, names)
      return names.map((name, index) => this.keep(tableId(name), tables[index] ?? null))
    } catch (error) {
      for (const id of doubted) this.doubted.add(id)
      throw error
    }
  }

  private keep(id: string, table: Table | null): Table | null {
    const known = this.known.get(id)
    // Definitions hang on what is known: it stays while nothing has changed.
    if (known && JSON.stringify(known) === JSON.stringify(table)) return known
    // Should it be altered just now, the snapshot will notice.
    this.version++
    if (table?.problem === null) this.known.set(id, table)
    else this.known.delete(id)
    return table
  }

  /** By their oids, as they are now; null: there is none any more. What is no plain table is left out. @throws while one is being altered. */
  async described(oids: readonly number[]): Promise<Map<number, Table | null>> {
    const found = await this.sql<(TableName & { oid: number; kind: string })[]>`
      select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind
      from pg_class c join pg_namespace n on n.oid = c.relnamespace 
      where c.oid in (select value::oid from jsonb_array_elements_text(${this.sql.json([...oids])}))`
    const plain = found.filter(({ kind }) => kind === 'r')
    const read = await readTables(this.sql, this.publication, plain)
    const tables = new Map(read.map((table) => [table?.oid, table]))
    const named = plain.map(({ oid, name }) => {
      const table = tables.get(oid)
      if (!table) throw new Error(`${name} is being altered`)
      return [oid, table] as const
    })
    const known = new Set(found.map(({ oid }) => oid))
    return new Map([...named, ...oids.flatMap((oid) => (known.has(oid) ? [] : [[oid, null] as const]))])
  }

  /** Tables whose rows are not what they were, by what the change stream says of one. */
  alteredBy(relation: Relation): Table[] {
    // Whether NULL is allowed, say, is not in it.
    this.doubted.add(tableId(relation))
    this.version++
    return [...this.known.values()].filter((table) => {
      const sameName = tableId(table) === tableId(relation)
      if (!sameName && table.oid !== relation.oid) return false
      return !sameName || signatureOf(table) !== signatureOf(relation)
    })
  }

  /** Whether nothing has told since that it was altered. */
  isCurrent(table: Table): boolean {
    const id = tableId(table)
    return this.known.get(id) === table && !this.doubted.has(id)
  }

  forget(table: TableName) {
    this.known.delete(tableId(table))
    this.version++
  }
}
