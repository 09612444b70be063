import { sql, type Query } from '../../sync/client.ts'
import { ticketContact } from '../tickets/queries.ts'
import type { SummaryTicket } from '../tickets/ticket-summary.tsx'

/** Tickets of whose messages this person is told: db's isNotified, over what is on this device. */
const told = (userId: string): Query<unknown> => sql`
  t.unread_messages > 0 and not t.chatbot and (
    t.status = 'open' and t.user_id = ${userId}::uuid
    or t.status = 'pending' and exists (select from users u where u.id = ${userId}::uuid and u.all_ticket)
  )`

/** How many messages are unread, and in how many tickets. */
export const unreadOf = (userId: string) => sql<{ unread: number; tickets: number }>`
  select coalesce(sum(t.unread_messages), 0)::int as unread, count(*)::int as tickets from tickets t
  where ${told(userId)}`

export interface UnreadTicket extends SummaryTicket {
  id: string
  unreadMessages: number
}

/** Newest first. */
export const unreadTickets = (userId: string, limit: number) => sql<UnreadTicket>`
  select t.id, t.unread_messages, t.last_message, t.last_message_type, t.last_message_at,
    c.name as contact_name, c.number as contact_number, c.picture_hash as contact_picture, q.color as queue_color
  from tickets t ${ticketContact} left join queues q on q.id = t.queue_id
  where ${told(userId)} order by t.last_message_at desc, t.id desc limit ${limit}`

/** For the sound: it is made when one of these counts rises. */
export const unreadCounts = (userId: string) => sql<{ id: string; unreadMessages: number }>`
  select t.id, t.unread_messages from tickets t where ${told(userId)} order by t.id`

/** No row means the default. */
export const settingsOf = (userId: string) => sql<{ showText: boolean }>`
  select show_text from notification_settings where id = ${userId}::uuid`

export const wantsPending = (userId: string) => sql<{ allTicket: boolean }>`
  select all_ticket from users where id = ${userId}::uuid`
