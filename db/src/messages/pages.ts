// A conversation in pages, newest first: where each begins. Shared by the tickets' messages and those of the team's chats; both have
// `created_at`, and the id of their conversation.
import type * as v from 'valibot'
import type { Side } from '../kit/define-query.ts'
import type { SyncedTable } from '../kit/define-table.ts'
import { pageOf } from '../kit/sql/page-of.ts'
import type { placeArg } from '../kit/sql/query-args.ts'
import { text, uuid } from '../kit/sql/row-type.ts'
import { identifier, sql, type SqlText } from '../kit/sql/sql-text.ts'

/** A place in the conversation. */
export type Floor = v.InferOutput<typeof placeArg>

/** A place, as a row. */
export const placeRow = { sortKey: text, id: uuid }

interface Within {
  synced: SyncedTable
  /** The messages of one conversation, on columns by bare name. */
  of: SqlText
}

const from = (floor: Floor | null) =>
  floor ? sql`(created_at, id) >= (${floor.sortKey}::timestamptz, ${floor.id}::uuid)` : sql`true`

const before = (ceiling: Floor | null) =>
  ceiling ? sql`(created_at, id) < (${ceiling.sortKey}::timestamptz, ${ceiling.id}::uuid)` : sql`true`

interface Cut {
  floor: Floor | null
  ceiling: Floor | null
  limit: number | null
}

/** The newest messages from `floor` on, up to `ceiling`, which is not part of it. */
export const newestOf = ({ synced, of }: Within, { floor, ceiling, limit }: Cut, side: Side): SqlText =>
  pageOf(
    synced,
    { where: sql`${of} and ${from(floor)} and ${before(ceiling)}`, orderBy: sql`created_at desc, id desc`, limit },
    side,
  )

/** Where the page before `ceiling` begins; no row when there is nothing older. */
export const floorBeforeText = (within: Within, ceiling: Floor, pageSize: number, side: Side): SqlText => sql`
  select created_at::text as sort_key, id from (${newestOf(within, { floor: null, ceiling, limit: pageSize }, side)}) older
  order by created_at, id limit 1`

/** Where each page before `ceiling` begins, newest first, down to the one that has the message; no row when there is no such message. */
export const floorsBackToText = (
  { synced, of }: Within,
  ceiling: Floor,
  messageId: string,
  pageSize: number,
): SqlText => {
  const table = identifier(synced.name)
  return sql`
    with wanted as (
      select created_at, id from ${table} where ${of} and id = ${messageId}::uuid limit 1
    ), older as (
      select created_at, id, row_number() over (order by created_at desc, id desc) as n
      from ${table} where ${of} and ${before(ceiling)}
    ), target as (
      select count(*) as n, (select max(n) from older) as last from older o, wanted w
      where (o.created_at, o.id) >= (w.created_at, w.id) having count(*) > 0
    )
    select older.created_at::text as sort_key, older.id from older, target
    where older.n < target.n + ${pageSize} and (older.n % ${pageSize} = 0 or older.n = target.last)
    order by older.n`
}
