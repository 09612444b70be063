// Tables as text, so that two databases can be compared and a difference shown.
import type { PGlite } from '@electric-sql/pglite'
import { storedTables } from '../src/sync/local/local-schema.ts'
import type { Seen, SeenRow } from './arguments/arguments.ts'

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
export async function textRows(pg: Pick<PGlite, 'query'>, from: string, columns: readonly string[]): Promise<TextRows> {
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
export function difference(mine: TextRows, theirs: TextRows, [here, there]: readonly [string, string]): string {
  const ids = [...new Set([...mine.keys(), ...theirs.keys()])].filter((id) => mine.get(id) !== theirs.get(id))
  const lines = ids
    .slice(0, linesShown)
    .map((id) => `  ${here}: ${fields(mine, id, theirs)}\n  ${there}: ${fields(theirs, id, mine)}`)
  return ids.length === 0 ? '' : `  ${ids.length} rows differ\n${lines.join('\n')}`
}

/** A row that both have is shown by what differs. */
function fields(rows: TextRows, id: string, others: TextRows): string {
  const [row, other] = [rows.get(id), others.get(id)].map((text) => JSON.parse(text ?? '{}') as TextRow)
  const shown = Object.entries(row ?? {}).filter(([name, value]) => name === 'id' || other?.[name] !== value)
  return rows.has(id) ? JSON.stringify(Object.fromEntries(shown)) : `no ${id}`
}
