// Which of the local tables a statement reads or writes, from its text: what live queries and replays depend on. Pure.
import { storedTables } from '../local/local-schema.ts'

const names = storedTables.map((table) => table.name)
/** Also the tables behind a view. Names in strings and comments count too: one refresh too many does no harm. */
const mention = new RegExp(`\\b(?:counted_|searched_)?(${names.join('|')})(?:_synced|_overlay)?\\b`, 'g')
const write = new RegExp(`^\\s*(?:insert into|update|delete from)\\s+"?(${names.join('|')})"?\\b`, 'i')

/** The same texts come again and again; those with lists of any length are few enough to keep. */
const known = new Map<string, ReadonlySet<string>>()

export function tablesIn(text: string): ReadonlySet<string> {
  const tables = known.get(text) ?? new Set([...text.matchAll(mention)].flatMap((match) => match[1] ?? []))
  known.set(text, tables)
  return tables
}

/** The view that a mutation's statement changes. */
export function writtenTable(text: string): string | undefined {
  return write.exec(text)?.[1]
}

export function mentionsAny(tables: ReadonlySet<string>, changed: ReadonlySet<string>): boolean {
  return [...changed].some((table) => tables.has(table))
}
