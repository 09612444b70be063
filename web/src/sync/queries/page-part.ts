// A page of a table's rows after some of them changed: those are asked for alone, and take their places among the others. A list of a hundred
// rows, each with its names and labels, is made anew of one. Pure.
// Invariant: the result is what the whole page's query would give, or none.
import { queries, textOf } from 'db/queries.ts'
import type { ResultRow } from '../tabs/protocol.ts'
import type { AskedQuery } from './asked-query.ts'
import type { Changes } from './changes.ts'

/** What of a query's rows can be asked for alone. */
export interface Page {
  table: string
  /** Null: all that its condition lets through. */
  limit: number | null
  /** The same question of these rows only. */
  of(ids: ReadonlySet<string>): AskedQuery
}

/** More is soon as dear as the page. */
const mostRows = 20

/** undefined: it is asked for whole, or by a build that means something else by it. */
export function pageIn(query: AskedQuery): Page | undefined {
  const page = queries.get(query.name)?.page
  if (!page || textOf(query, 'device').text !== query.text) return undefined
  return {
    table: page.table.name,
    limit: page.limit(query.args),
    of(ids) {
      const { text, params } = textOf(query, 'device', [...ids])
      return { ...query, text, params }
    },
  }
}

/** The rows of the page's table that changed, when of what it shows nothing else did; undefined when it is to be asked whole. */
export function changedRows({ table }: Page, changes: Changes): ReadonlySet<string> | undefined {
  const ids = changes.get(table)?.ids ?? 'any'
  return changes.size > 1 || ids === 'any' || ids.size > mostRows ? undefined : ids
}

/**
 * `rows`: the page before, `part`: those of `ids` that belong to it now. undefined when what is on the page now is not among them: the row that
 * moved up from below it.
 */
export function withPart(
  rows: readonly ResultRow[],
  part: readonly ResultRow[],
  ids: ReadonlySet<string>,
  limit: number | null,
): readonly ResultRow[] | undefined {
  if (![...rows, ...part].every(hasPlace)) return undefined
  // Nothing that is not here stands before the last row of a full page.
  const last = limit !== null && rows.length >= limit ? rows.at(-1) : undefined
  const known = part.filter((row) => !last || !isBefore(last, row))
  const all = [...rows.filter(({ id }) => !ids.has(String(id))), ...known].toSorted((one, other) =>
    isBefore(one, other) ? -1 : 1,
  )
  if (limit === null) return all
  return last && all.length < limit ? undefined : all.slice(0, limit)
}

const hasPlace = ({ at, id }: ResultRow) => typeof at === 'number' && typeof id === 'string'

/** As the queries of pages order them: the greater place first, of equal ones the greater id. */
function isBefore(one: ResultRow, other: ResultRow): boolean {
  const [a, b] = [Number(one['at']), Number(other['at'])]
  return a === b ? String(one['id']) > String(other['id']) : a > b
}
