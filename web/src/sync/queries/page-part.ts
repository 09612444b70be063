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
  order: PageOrder
  /** The same question of these rows only. */
  of(ids: ReadonlySet<string>): AskedQuery
}

/** As a query says it of its rows. */
export interface PageOrder {
  /** Null: all that its condition lets through. */
  limit: number | null
  place(row: ResultRow): unknown
  first: 'greatest' | 'least'
  other?(row: ResultRow): unknown
}

/** More is soon as dear as the page. */
const mostRows = 20

/** undefined: it is asked for whole, or by a build that means something else by it. */
export function pageIn(query: AskedQuery): Page | undefined {
  const page = queries.get(query.name)?.page
  if (!page || textOf(query, 'device').text !== query.text) return undefined
  return {
    table: page.table.name,
    order: { ...page, limit: page.limit(query.args) },
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
 * moved up from below it, or one that shows something of a row that changed.
 */
export function withPart(
  rows: readonly ResultRow[],
  part: readonly ResultRow[],
  ids: ReadonlySet<string>,
  { limit, place, first, other }: PageOrder,
): readonly ResultRow[] | undefined {
  const hasPlace = (row: ResultRow) => ['number', 'string'].includes(typeof place(row)) && typeof row['id'] === 'string'
  const kept = rows.filter(({ id }) => !ids.has(String(id)))
  if (![...kept, ...part].every(hasPlace) || kept.some((row) => ids.has(String(other?.(row))))) return undefined

  const placed = (row: ResultRow) => [place(row), String(row['id'])] as [number | string, string]
  const isBefore = (one: ResultRow, another: ResultRow) => {
    const [[a, idOfA], [b, idOfB]] = [placed(one), placed(another)]
    return a === b ? idOfA > idOfB : a > b
  }
  // Nothing that is not here stands before the last row of a full page.
  const last = limit !== null && rows.length >= limit ? rows.at(first === 'greatest' ? -1 : 0) : undefined
  const known = part.filter((row) => !last || !isBefore(last, row))
  const greatestFirst = [...kept, ...known].toSorted((one, another) => (isBefore(one, another) ? -1 : 1))
  if (last && limit !== null && greatestFirst.length < limit) return undefined
  const page = greatestFirst.slice(0, limit ?? greatestFirst.length)
  return first === 'greatest' ? page : page.toReversed()
}
