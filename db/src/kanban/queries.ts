// The board: open and waiting tickets by the kanban tag that they have, or by having none. Invariant: a ticket stands once, whatever tags it has; with
// several that are lanes, in the first of them by name.
import * as v from 'valibot'
import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { idsArg, limitArg } from '../kit/sql/query-args.ts'
import { columnsOf, integer, json, namesIn, nullable, uuid } from '../kit/sql/row-type.ts'
import { isAmong, sql, type SqlText } from '../kit/sql/sql-text.ts'
import { tags } from '../tags/table.ts'
import type { TicketTag } from '../tags/queries.ts'
import { namedTicket, withNames } from '../tickets/queries.ts'
import { tickets } from '../tickets/table.ts'

const lane = columnsOf(tags, 'id', 'name', 'color')

export const kanbanLanes = defineQuery({
  name: 'kanban.lanes',
  summary: 'Tags that are lanes of the board, by name',
  args: {},
  row: lane,
  sql: () => sql`select ${namesIn(lane)} from tags where kanban order by lower(name), id`,
})

export type Lane = RowOf<typeof kanbanLanes>

const filter = {
  /** Null: all that this person sees. */
  queueIds: v.nullable(idsArg),
  /** Whose; null: everybody's and nobody's. */
  userIds: v.nullable(idsArg),
}

const laneOf = (ticketId: SqlText) => sql`(
  select g.id from ticket_tags x join tags g on g.id = x.tag_id
  where x.ticket_id = ${ticketId} and g.kanban order by lower(g.name), g.id limit 1)`

const ownTags = sql`left join lateral (
  select jsonb_agg(jsonb_build_object('id', tags.id, 'name', tags.name, 'color', tags.color) order by lower(tags.name)) as tags
  from ticket_tags join tags on tags.id = ticket_tags.tag_id where ticket_tags.ticket_id = t.id and not tags.kanban
) g on true`

export const kanbanCards = defineQuery({
  name: 'kanban.cards',
  summary: 'The newest cards of each lane of the board, newest first',
  args: { ...filter, limit: limitArg },
  row: {
    ...namedTicket,
    ...columnsOf(tickets, 'chatbot'),
    /** Null: of no lane. */
    laneId: nullable(uuid),
    /** How many cards its lane has. */
    inLane: integer,
    /** Those that are no lanes. */
    tags: nullable(json<readonly TicketTag[]>()),
  },
  sql: ({ queueIds, userIds, limit }) =>
    withNames(
      sql`select * from (
        select *, row_number() over (partition by lane_id order by last_message_at desc, id desc) as place,
          count(*) over (partition by lane_id) as in_lane
        from (
          select tickets.*, ${laneOf(sql`tickets.id`)} as lane_id from tickets
          where status in ('open', 'pending') and ${isAmong(sql`queue_id`, queueIds)} and ${isAmong(sql`user_id`, userIds)}
        ) placed
      ) counted where place <= ${limit}::int8`,
      { columns: sql`, t.chatbot, t.lane_id, t.in_lane::int as in_lane, g.tags`, joins: ownTags },
    ),
  example: () => ({ queueIds: null, userIds: null, limit: 40 }),
})

export type CardRow = RowOf<typeof kanbanCards>
