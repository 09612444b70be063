// What bell, title, badge and sound tell of.
import { defineQuery, type RowOf } from '../../kit/define-query.ts'
import { idArg, limitArg } from '../../kit/sql/query-args.ts'
import { columnsOf, integer, namesIn, nullable, text } from '../../kit/sql/row-type.ts'
import { sql } from '../../kit/sql/sql-text.ts'
import { lastAuthor, ticketContact } from '../queries.ts'
import { tickets } from '../table.ts'

/** Tickets of whose messages this person is told: isNotified of db/src/push/rules.ts, over the tickets in scope. */
const told = (userId: string) => sql`
  t.unread_messages > 0 and not t.chatbot and (
    t.status = 'open' and t.user_id = ${userId}::uuid
    or t.status = 'pending' and exists (select from users u where u.id = ${userId}::uuid and u.all_ticket)
  )`

export const unreadOf = defineQuery({
  name: 'unread.count',
  summary: 'How many messages are unread that a person is told of, and in how many tickets',
  args: { userId: idArg },
  row: { unread: integer, tickets: integer },
  sql: ({ userId }) => sql`
    select coalesce(sum(t.unread_messages), 0)::int as unread, count(*)::int as tickets from tickets t
    where ${told(userId)}`,
  example: (id) => ({ userId: id('user') }),
})

const own = columnsOf(tickets, 'id', 'unreadMessages', 'lastMessage', 'lastMessageType', 'lastMessageAt', 'isGroup')

export const unreadTickets = defineQuery({
  name: 'unread.tickets',
  summary: 'Tickets with unread messages that a person is told of, newest first',
  args: { userId: idArg, limit: limitArg },
  row: {
    ...own,
    contactName: nullable(text),
    contactNumber: nullable(text),
    contactPicture: nullable(text),
    queueColor: nullable(text),
    lastMessageAuthor: nullable(text),
  },
  sql: ({ userId, limit }) => sql`
    select ${namesIn(own, 't')}, c.name as contact_name, c.number as contact_number, c.picture_hash as contact_picture,
      q.color as queue_color, w.name as last_message_author
    from tickets t ${ticketContact} ${lastAuthor} left join queues q on q.id = t.queue_id
    where ${told(userId)} order by t.last_message_at desc, t.id desc limit ${limit}`,
  example: (id) => ({ userId: id('user'), limit: 20 }),
})

export type UnreadTicket = RowOf<typeof unreadTickets>

const counts = columnsOf(tickets, 'id', 'unreadMessages')

/** For the sound: it is made when one of these counts rises. */
export const unreadCounts = defineQuery({
  name: 'unread.counts',
  summary: 'Unread messages that a person is told of, by ticket',
  args: { userId: idArg },
  row: counts,
  sql: ({ userId }) => sql`select ${namesIn(counts, 't')} from tickets t where ${told(userId)} order by t.id`,
  example: (id) => ({ userId: id('user') }),
})
