// Tables as text, so that two databases can be compared and a difference shown.
import type { PGlite } from '@electric-sql/pglite'
import { storedTables } from '../src/sync/local-schema.ts'
import type { Seen, SeenRow } from './arguments.ts'

/** Row by id, each as text; the same order in every database. */
export type TextRows = ReadonlyMap<string, string>

export async function seenBy(pg: PGlite): Promise<Seen> {
  const tables = storedTables.map(async ({ name }) => {
    const { rows } = await pg.query<SeenRow>(`select * from ${name} order by id`)
    return [name, rows] as const
  })
  return new Map(await Promise.all(tables))
}

/** `from` has the columns by their own names. */
export async function textRows(pg: PGlite, from: string, columns: readonly string[]): Promise<TextRows> {
  const { rows } = await pg.query<TextRow>(`select ${textColumns(columns)} from ${from} order by id`)
  return byId(rows)
}

type TextRow = Readonly<Record<string, string | null>>

export const textColumns = (columns: readonly string[]) =>
  columns.map((column) => `"${column}"::text as "${column}"`).join(', ')

export const byId = (rows: readonly TextRow[]): TextRows =>
  new Map(rows.map((row) => [String(row['id']), JSON.stringify(row)]))

const linesShown = 6

/** Empty when they are equal. */
export function difference(mine: TextRows, theirs: TextRows, names: readonly [string, string]): string {
  const only = (a: TextRows, b: TextRows) => [...a].filter(([id, text]) => b.get(id) !== text).map(([, text]) => text)
  const sides = [only(mine, theirs), only(theirs, mine)]
  if (sides.every((lines) => lines.length === 0)) return ''
  return sides
    .flatMap((lines, side) => [`  ${lines.length} rows only ${names[side]}`, ...lines.slice(0, linesShown)])
    .join('\n  ')
}
