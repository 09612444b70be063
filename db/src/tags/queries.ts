import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { idArg } from '../kit/sql/query-args.ts'
import { columnsOf, integer, namesIn } from '../kit/sql/row-type.ts'
import { folded, matching, sql } from '../kit/sql/sql-text.ts'
import { tags } from './table.ts'

const own = columnsOf(tags, 'id', 'name', 'color', 'kanban')

/** Who gets no counts counts; who gets them has none of a tag that no ticket ever had. */
const ticketsCount = sql`case when exists (select from tag_counts)
  then coalesce((select tickets from tag_counts where id = t.id), 0)
  else (select count(*)::int from ticket_tags where tag_id = t.id) end as tickets_count`

export const {
  window: tagWindow,
  count: tagCount,
  one: tagById,
} = listQueries({
  noun: 'tag',
  title: 'tags',
  /** Counts all tickets of the company for those who may know, for others those that they see. */
  row: { ...own, ticketsCount: integer },
  columns: sql`${namesIn(own, 't')}, ${ticketsCount}`,
  from: sql`tags t`,
  id: sql`t.id`,
  has: (term) => matching(term, sql`t.name`),
  orderBy: folded(sql`t.name`),
  term: 'e',
})

export type TagRow = RowOf<typeof tagById>

const short = columnsOf(tags, 'id', 'name', 'color')

export const allTags = defineQuery({
  name: 'tag.all',
  summary: 'The tags that a company has, by name',
  args: {},
  row: short,
  sql: () => sql`select ${namesIn(short)} from tags order by lower(name), id`,
})

export type TicketTag = RowOf<typeof allTags>

export const tagsOf = defineQuery({
  name: 'tag.ofTicket',
  summary: 'The tags of a ticket, by name',
  args: { ticketId: idArg },
  row: short,
  sql: ({ ticketId }) => sql`
    select ${namesIn(short, 'g')} from ticket_tags x join tags g on g.id = x.tag_id
    where x.ticket_id = ${ticketId}::uuid order by lower(g.name), g.id`,
  example: (id) => ({ ticketId: id('ticket') }),
})
