import { sql } from '../../sync/client.ts'

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
  profile: string
  super: boolean
  allTicket: boolean
  queueIds: string[]
}>`
  select name, profile, super, all_ticket,
    array(select queue_id from user_queues where user_id = users.id order by queue_id) as queue_ids
  from users where id = ${userId}`

/** What the ids in outbox entries stand for: a ticket or a message by its contact, others by their name or title. */
export const namesOf = (ids: readonly string[]) => sql<{ id: string; name: string }>`
  select t.id, c.name from tickets t join contacts c on c.id = t.contact_id where t.id = any(${ids}::uuid[])
  union all select m.id, c.name from messages m join contacts c on c.id = m.contact_id where m.id = any(${ids}::uuid[])
  union all select id, name from connections where id = any(${ids}::uuid[])
  union all select id, name from queues where id = any(${ids}::uuid[])
  union all select id, title as name from queue_options where id = any(${ids}::uuid[])
  union all select id, name from contacts where id = any(${ids}::uuid[])
  union all select id, name from users where id = any(${ids}::uuid[])
  union all select id, name from tags where id = any(${ids}::uuid[])
  union all select id, shortcode as name from quick_messages where id = any(${ids}::uuid[])`
