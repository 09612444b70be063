// A database of the Whaticket family, read: which tables and columns it has, and its rows in batches. Nothing is ever written to it.
// Invariant: names in a statement are the catalogue's own, quoted; everything is read in one read-only transaction, as of one moment.
import { mariadbSource } from './mariadb-source.ts'
import { postgresSource } from './postgres-source.ts'

/** Of a text; more is not asked for, whatever stands there. Nothing that comes over is longer but for words of messages. */
const longestText = 4_096
export const longestBody = 65_536
const longColumns: ReadonlySet<string> = new Set(['body', 'schedules', 'businessHours'])

interface CatalogueColumn {
  table: string
  column: string
  isText: boolean
}

export type Row = Readonly<Record<string, unknown>>

/** What differs between the databases. */
export interface Dialect {
  /** Every table with its columns; `isText`: what stands in it may be of any length. */
  catalogue(): Promise<readonly CatalogueColumn[]>
  quote(name: string): string
  /** The beginning of a column's text, by its quoted name. */
  beginning(quoted: string, most: number): string
  /** In batches, without holding more than one. */
  stream(statement: string): AsyncIterable<readonly Row[]>
  end(): Promise<void>
}

export interface Source {
  /** The first of the names that is a table here: forks call some of them differently. */
  table(...names: readonly string[]): SourceTable | null
  close(): Promise<void>
}

export interface SourceTable {
  name: string
  has(column: string): boolean
  count(): Promise<number>
  /** Columns that a fork does not have are left out of its rows. */
  rows(columns: readonly string[], order?: readonly string[]): AsyncIterable<readonly Row[]>
}

/** `clock` is the offset in which a MariaDB keeps its times, which say none: '-03:00'. @throws Error when there is no such database */
export async function openSource(url: string, { clock }: { clock: string }): Promise<Source> {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (/^postgres(ql)?:$/.test(protocol)) return sourceOf(await postgresSource(url))
  if (/^(mariadb|mysql):$/.test(protocol)) return sourceOf(await mariadbSource(url, clock))
  throw new Error('The address of the old database begins with postgres:// or mariadb://')
}

async function sourceOf(dialect: Dialect): Promise<Source> {
  const tables = Map.groupBy(await dialect.catalogue(), ({ table }) => table.toLowerCase())
  return {
    table(...names) {
      const columns = names.flatMap((name) => tables.get(name.toLowerCase()) ?? [])
      const [first] = columns
      if (!first) return null
      return tableOf(
        dialect,
        first.table,
        new Map(columns.filter((c) => c.table === first.table).map((c) => [c.column, c])),
      )
    },
    close: () => dialect.end(),
  }
}

function tableOf(
  { quote, stream, beginning }: Dialect,
  name: string,
  columns: ReadonlyMap<string, CatalogueColumn>,
): SourceTable {
  const selected = (wanted: readonly string[]) =>
    wanted.flatMap((column) => {
      const found = columns.get(column)
      if (!found) return []
      const quoted = quote(column)
      const most = longColumns.has(column) ? longestBody : longestText
      return found.isText ? `${beginning(quoted, most)} as ${quoted}` : quoted
    })
  return {
    name,
    has: (column) => columns.has(column),
    async count() {
      for await (const [row] of stream(`select count(*) as n from ${quote(name)}`)) return Number(row?.['n'] ?? 0)
      return 0
    },
    rows(wanted, order = ['id']) {
      // By the columns themselves, not by the beginnings that have their names.
      const by = order.filter((column) => columns.has(column)).map((column) => `${quote(name)}.${quote(column)}`)
      const sorted = by.length === 0 ? '' : ` order by ${by.join(', ')}`
      return stream(`select ${selected(wanted).join(', ')} from ${quote(name)}${sorted}`)
    },
  }
}
