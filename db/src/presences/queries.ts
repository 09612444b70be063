import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { idArg } from '../kit/sql/query-args.ts'
import { columnsOf, namesIn, text } from '../kit/sql/row-type.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { presences } from './table.ts'
import { ticketViewers } from './viewers-table.ts'

const presence = columnsOf(presences, 'state', 'until')

export const presenceOf = defineQuery({
  name: 'presence.ofTicket',
  summary: 'What the customer of a ticket does; it counts until its time',
  args: { ticketId: idArg },
  row: presence,
  sql: ({ ticketId }) => sql`select ${namesIn(presence)} from presences where id = ${ticketId}::uuid`,
  example: (id) => ({ ticketId: id('ticket') }),
})

const viewer = columnsOf(ticketViewers, 'id', 'state', 'until')

export const viewersOf = defineQuery({
  name: 'ticketViewer.ofTicket',
  summary: 'Colleagues who have a ticket before them',
  args: { ticketId: idArg, userId: idArg },
  row: { ...viewer, name: text },
  sql: ({ ticketId, userId }) => sql`
    select ${namesIn(viewer, 'w')}, u.name from ticket_viewers w join users u on u.id = w.user_id
    where w.ticket_id = ${ticketId}::uuid and w.user_id <> ${userId}::uuid order by w.state, u.name, w.id`,
  example: (id) => ({ ticketId: id('ticket'), userId: id('user') }),
})

export type ViewerRow = RowOf<typeof viewersOf>
