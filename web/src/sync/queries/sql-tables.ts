// Which of the local tables and columns a statement reads or writes, from its text: what live queries and replays depend on. Pure.
import { identifier, listed } from 'db/kit/sql/sql-text.ts'
import { columnsOf, storedTables } from '../local/local-schema.ts'
import { changedColumns, type Changes, type TableChange } from './changes.ts'

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

/** Those of the changes after which rows of a query may be others. */
export function touching({ tables, whole, words }: Mentions, changes: Changes): Changes {
  const matters = ([table, { columns }]: readonly [string, TableChange]) =>
    tables.has(table) && (columns === 'all' || whole.has(table) || !columns.isDisjointFrom(words))
  return new Map([...changes].filter(matters))
}

/** What a mutation's statement changes: the columns that an update names, at times those of its condition too. */
export function writtenIn(
  text: string,
  params: readonly unknown[] = [],
): readonly [table: string, TableChange] | undefined {
  const [, verb, table] = write.exec(text) ?? []
  if (!verb || !table) return undefined
  const ids = rowIn(text, params)
  if (verb.toLowerCase() !== 'update') return [table, { columns: 'all', ids }]
  const assigned = [...text.replace(/(.*)\swhere\s.*/s, '$1').matchAll(/(\w+)"?\s*=/g)].flatMap(
    (match) => match[1] ?? [],
  )
  return assigned.length > 0 ? changedColumns(table, assigned, ids) : [table, { columns: 'all', ids }]
}

/** `("tickets"."id" = $3 and …`, as Drizzle writes a condition; what is said beside it makes it less. */
const ofOne = /^\(?(?:"\w+"\.)?"id" = \$(\d+)(?!.*\sor\s)/s
/** `insert into "tickets" ("id", …) values ($1, …)`, of one row. */
const insertOfOne = /^\s*insert into "\w+" \("id", [^)]*\) values \(\$(\d+), [^()]*\)(?: returning [^;]*)?$/

/** The one row that a statement writes, where its text says so. */
function rowIn(text: string, params: readonly unknown[]): TableChange['ids'] {
  const place = ofOne.exec(conditionOf(text)) ?? insertOfOne.exec(text)
  const id = place ? params[Number(place[1]) - 1] : undefined
  return typeof id === 'string' ? new Set([id]) : 'any'
}

/** The statement's own, not that of a part in brackets. */
function conditionOf(text: string): string {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/[()]|\swhere\s/gi)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (depth === 0) return text.slice(index + token.length)
  }
  return ''
}

export function mentionsAny(tables: ReadonlySet<string>, changed: ReadonlySet<string>): boolean {
  return [...changed].some((table) => tables.has(table))
}
