// Lists answer pages of `pageSize`, or of another where they take a `limit`, by keyset (`cursor` from the answer before) or by the specification's pageNumber.
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { and, asc, desc, eq, gt, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'

export const pageSize = 40

export const pageQuery = {
  pageNumber: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(10_000)), '1'),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
}

/** Of a list that a screen reads as a window that grows, which is read again as one. */
export const windowQuery = {
  ...pageQuery,
  limit: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(20_000))),
}

/** How a list is ordered: by a timestamp or text column, then by id. */
export interface PageOrder {
  key: PgColumn
  id: PgColumn
  direction: 'asc' | 'desc'
}

export interface Page {
  after: SQL | undefined
  orderBy: [SQL, SQL]
  limit: number
  offset: number
}

/** As `toISOString` has it, in a year that Postgres knows. */
const moment = v.pipe(
  v.string(),
  v.regex(/^(?!0000)\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  v.transform((text) => new Date(text)),
  v.date(),
)
const cursorOf = (column: PgColumn) => v.strictTuple([column.dataType === 'date' ? moment : v.string(), idArg])

interface Asked {
  pageNumber: number
  cursor?: string | undefined
  limit?: number | undefined
}

export function pageOf(query: Asked, order: PageOrder): Page {
  const [direction, beyond] = order.direction === 'asc' ? ([asc, gt] as const) : ([desc, lt] as const)
  const size = query.limit ?? pageSize
  const position = query.cursor === undefined ? null : decodeCursor(query.cursor, order.key)
  return {
    after:
      position === null
        ? undefined
        : or(beyond(order.key, position.key), and(eq(order.key, position.key), beyond(order.id, position.id))),
    orderBy: [direction(order.key), direction(order.id)],
    // One more than is shown tells whether there is more.
    limit: size + 1,
    offset: position === null ? (query.pageNumber - 1) * size : 0,
  }
}

export function endOfPage<Row>(
  { limit }: Page,
  rows: readonly Row[],
  positionOf: (row: Row) => [string | Date, string],
) {
  const records = rows.slice(0, limit - 1)
  const last = records.at(-1)
  const hasMore = rows.length === limit
  return { records, hasMore, cursor: hasMore && last ? encodeCursor(positionOf(last)) : null }
}

function encodeCursor([key, id]: [string | Date, string]) {
  return Buffer.from(JSON.stringify([key instanceof Date ? key.toISOString() : key, id])).toString('base64url')
}

function decodeCursor(cursor: string, column: PgColumn) {
  try {
    const [key, id] = parseArgs(cursorOf(column), JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { key, id }
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: { cursor: ['Invalid'] } })
  }
}

/** The parameters that have a value: the specification's client sends its empty fields too. */
export const filled = (query: Record<string, string>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
