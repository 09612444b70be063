// The three reads of a management screen's resource: its window, how many there are, and one row.
import { defineQuery, type Query } from '../define-query.ts'
import { idArg, limitArg, termArg } from './query-args.ts'
import { integer, type RowType } from './row-type.ts'
import { sql, type SqlText } from './sql-text.ts'

interface ListOptions<R extends RowType & { id: unknown }> {
  /** First part of the queries' names. */
  noun: string
  /** For OpenAPI: "help videos". */
  title: string
  row: R
  /** The row's columns. */
  columns: SqlText
  from: SqlText
  /** The id among its columns. */
  id: SqlText
  /** Whether a row has what somebody types. */
  has(term: string): SqlText
  orderBy: SqlText
  /** What the example looks for. */
  term?: string
}

type WindowArgs = { term: typeof termArg; limit: typeof limitArg }

export interface ListQueries<R extends RowType> {
  /** The first rows that have the term, in the list's order. */
  window: Query<WindowArgs, R>
  count: Query<{ term: typeof termArg }, { count: typeof integer }>
  one: Query<{ id: typeof idArg }, R>
}

export function listQueries<R extends RowType & { id: unknown }>(options: ListOptions<R>): ListQueries<R> {
  const { noun, title, row, columns, from, id, has, orderBy, term: known = 'o' } = options
  return {
    window: defineQuery<WindowArgs, R>({
      name: `${noun}.window`,
      summary: `The first ${title} that have a term, in the list's order`,
      args: { term: termArg, limit: limitArg },
      row,
      sql: ({ term, limit }) =>
        sql`select ${columns} from ${from} where ${has(term)} order by ${orderBy}, ${id} limit ${limit}`,
      example: () => ({ term: known, limit: 60 }),
    }),
    count: defineQuery({
      name: `${noun}.count`,
      summary: `How many ${title} have a term`,
      args: { term: termArg },
      row: { count: integer },
      sql: ({ term }) => sql`select count(*)::int as count from ${from} where ${has(term)}`,
      example: () => ({ term: known }),
    }),
    one: defineQuery<{ id: typeof idArg }, R>({
      name: `${noun}.one`,
      summary: `One of the ${title}`,
      args: { id: idArg },
      row,
      sql: (args) => sql`select ${columns} from ${from} where ${id} = ${args.id}::uuid`,
      example: (idOf) => ({ id: idOf(noun) }),
    }),
  }
}
