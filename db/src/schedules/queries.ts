import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { idArg } from '../kit/sql/query-args.ts'
import { columnsOf, namesIn, nullable, text } from '../kit/sql/row-type.ts'
import { matching, sql } from '../kit/sql/sql-text.ts'
import { schedules } from './table.ts'

const own = columnsOf(
  schedules,
  'id',
  'body',
  'contactId',
  'connectionId',
  'sendAt',
  'sentAt',
  'status',
  'error',
  'mediaHash',
  'mediaName',
  'mediaMime',
  'mediaSize',
)

/** Still to come, or on its way. */
const isAhead = sql`(s.status = 'PENDENTE' or s.status = 'AGENDADA')`

export const {
  window: scheduleWindow,
  count: scheduleCount,
  one: scheduleById,
} = listQueries({
  noun: 'schedule',
  title: 'schedules',
  /** Without a name where the contact is gone. */
  row: { ...own, contactName: nullable(text), connectionName: nullable(text), connectionReason: nullable(text) },
  columns: sql`${namesIn(own, 's')}, c.name as contact_name, n.name as connection_name, n.status_reason as connection_reason`,
  from: sql`schedules s left join contacts c on c.id = s.contact_id left join connections n on n.id = s.connection_id`,
  id: sql`s.id`,
  has: (term) => matching(term, sql`c.name`, sql`s.body`),
  // What is to come, soonest first; then what was, latest first.
  orderBy: sql`${isAhead} desc, case when ${isAhead} then s.send_at end, s.send_at desc`,
})

export type ScheduledMessage = RowOf<typeof scheduleById>

const short = columnsOf(schedules, 'id', 'body', 'sendAt')

export const scheduledFor = defineQuery({
  name: 'schedule.ofContact',
  summary: 'What is still to be sent to a contact, soonest first',
  args: { contactId: idArg },
  row: short,
  sql: ({ contactId }) => sql`
    select ${namesIn(short)} from schedules s where contact_id = ${contactId}::uuid and ${isAhead}
    order by send_at, id limit 50`,
  example: (id) => ({ contactId: id('contact') }),
})
