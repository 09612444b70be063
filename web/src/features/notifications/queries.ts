import { sql } from '../../sync/client.ts'

/** Unread messages of the tickets of which this person is told: db's isNotified, over what is on this device. */
export const unreadOf = (userId: string) => sql<{ unread: number }>`
  select coalesce(sum(t.unread_messages), 0)::int as unread from tickets t
  where not t.chatbot and (
    t.status = 'open' and t.user_id = ${userId}::uuid
    or t.status = 'pending' and exists (select from users u where u.id = ${userId}::uuid and u.all_ticket)
  )`

/** No row means the default. */
export const settingsOf = (userId: string) => sql<{ showText: boolean }>`
  select show_text from notification_settings where id = ${userId}::uuid`

export const wantsPending = (userId: string) => sql<{ allTicket: boolean }>`
  select all_ticket from users where id = ${userId}::uuid`
