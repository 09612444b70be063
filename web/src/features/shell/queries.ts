import type { TicketStatus } from 'db/tickets/table.ts'
import { digitsOf, foldText, likePattern } from '../../lib/search-text.ts'
import { sql } from '../../sync/client.ts'
import { folded } from '../../lib/folded.ts'

/** Of a connection that is not up: the drawer warns. */
export const connectionsDown = sql<{
  down: number
}>`select count(*)::int as down from connections where status <> 'CONNECTED'`

export const ownCompany = sql<{
  name: string
  dueDate: Date
  operator: boolean
}>`select name, due_date, operator from companies limit 1`

/** What a session remembers of its user; `queueIds` sorted. */
export const ownUser = (userId: string) => sql<{
  name: string
  email: string
  profile: string
  super: boolean
  allTicket: boolean
  queueIds: string[]
  updatedAt: Date
}>`
  select updated_at, name, email, profile, super, all_ticket,
    array(select queue_id from user_queues where user_id = users.id order by queue_id) as queue_ids
  from users where id = ${userId}`

/** What the ids in outbox entries stand for: a ticket, a message or a schedule by its contact, others by their name or title. */
export const namesOf = (ids: readonly string[]) => sql<{ id: string; name: string }>`
  select t.id, c.name from tickets t join contacts c on c.id = t.contact_id where t.id = any(${ids}::uuid[])
  union all select m.id, c.name from messages m join contacts c on c.id = m.contact_id where m.id = any(${ids}::uuid[])
  union all select id, name from connections where id = any(${ids}::uuid[])
  union all select id, name from queues where id = any(${ids}::uuid[])
  union all select id, title as name from queue_options where id = any(${ids}::uuid[])
  union all select id, name from contacts where id = any(${ids}::uuid[])
  union all select id, name from users where id = any(${ids}::uuid[])
  union all select id, name from tags where id = any(${ids}::uuid[])
  union all select id, shortcode as name from quick_messages where id = any(${ids}::uuid[])
  union all select s.id, c.name from schedules s join contacts c on c.id = s.contact_id where s.id = any(${ids}::uuid[])
  union all select id, name from file_lists where id = any(${ids}::uuid[])
  union all select id, title as name from helps where id = any(${ids}::uuid[])`

export interface FoundTicket {
  id: string
  status: TicketStatus
  name: string | null
  number: string | null
}

/** For the palette: by the contact's name or number, those at work first, newest first. */
export function ticketsOf(term: string) {
  const digits = digitsOf(term)
  const byNumber = digits.length < 3 ? sql`false` : sql`c.number like ${`%${digits}%`}`
  return sql<FoundTicket>`
    select t.id, t.status, c.name, c.number from tickets t join contacts c on c.id = t.contact_id
    where ${folded(sql`c.name`)} like ${likePattern(foldText(term))} or ${byNumber}
    order by (t.status = 'closed'), t.last_message_at desc, t.id desc limit 8`
}
