// Which of the local tables and columns a statement reads or writes, from its text: what live queries and replays depend on. Pure.
import { identifier, listed } from 'db/kit/sql/sql-text.ts'
import { columnsOf, storedTables } from '../local/local-schema.ts'
import type { Changes, TableChange } from './changes.ts'

const names = storedTables.map((table) => table.name)
/** Also the tables behind a view. Names in strings and comments count too: one refresh too many does no harm. */
const mention = new RegExp(`\\b(?:counted_|searched_)?(${names.join('|')})(?:_synced|_overlay)?\\b`, 'g')
/** What can be searched is made of columns that the text does not name. */
const search = new RegExp(`\\bsearched_(${names.join('|')})\\b`, 'g')
const write = new RegExp(`^\\s*(insert into|update|delete from)\\s+"?(${names.join('|')})"?\\b`, 'i')
/** `pageOf` passes all columns on by name, as `*` does: what is made of them is named around it. */
const passedOn = storedTables.map((table) => listed(columnsOf(table).map(({ name }) => identifier(name))).text)

export interface Mentions {
  tables: ReadonlySet<string>
  /** Any column of these may matter. */
  whole: ReadonlySet<string>
  /** All words of the text: names of columns among them. Without `id`, which every text has and no change changes. */
  words: ReadonlySet<string>
}

/** The same texts come again and again; those with lists of any length are few enough to keep. */
const known = new Map<string, Mentions>()

export function mentionsIn(text: string): Mentions {
  const mentions = known.get(text) ?? readMentions(text)
  known.set(text, mentions)
  return mentions
}

function readMentions(text: string): Mentions {
  const allOf = (pattern: RegExp) => new Set([...text.matchAll(pattern)].flatMap((match) => match[1] ?? []))
  const made = passedOn.reduce((rest, columns) => rest.replaceAll(columns, '*'), text)
  const words = new Set(made.match(/\w+/g))
  words.delete('id')
  return { tables: allOf(mention), whole: allOf(search), words }
}

export const tablesIn = (text: string): ReadonlySet<string> => mentionsIn(text).tables

/** Whether rows of a query may be others after these changes. */
export function isTouched({ tables, whole, words }: Mentions, changes: Changes): boolean {
  return [...changes].some(
    ([table, change]) => tables.has(table) && (change === 'rows' || whole.has(table) || !change.isDisjointFrom(words)),
  )
}

/** What a mutation's statement changes: the columns that an update names, at times those of its condition too. */
export function writtenIn(text: string): readonly [table: string, TableChange] | undefined {
  const [, verb, table] = write.exec(text) ?? []
  if (!verb || !table) return undefined
  if (verb.toLowerCase() !== 'update') return [table, 'rows']
  const assigned = [...text.replace(/(.*)\swhere\s.*/s, '$1').matchAll(/(\w+)"?\s*=/g)].flatMap(
    (match) => match[1] ?? [],
  )
  return [table, assigned.length > 0 ? new Set(assigned) : 'rows']
}

export function mentionsAny(tables: ReadonlySet<string>, changed: ReadonlySet<string>): boolean {
  return [...changed].some((table) => tables.has(table))
}
