// What the dialog for a new ticket reads on this device.
import { sql } from '../../../sync/client.ts'

export const connectionChoices = sql<{ id: string; name: string; isDefault: boolean }>`
  select id, name, is_default from connections order by is_default desc, lower(name), id`

export const defaultConnectionOf = (userId: string) => sql<{ connectionId: string | null }>`
  select connection_id from users where id = ${userId}::uuid`

export interface OpenTicket {
  ticketId: string
  userId: string | null
  userName: string | null
  queueName: string | null
}

/** The one that is open between a contact and a connection, if this person sees it. */
export const openTicketWith = (contactId: string, connectionId: string) => sql<OpenTicket>`
  select t.id as ticket_id, t.user_id, u.name as user_name, q.name as queue_name
  from tickets t left join users u on u.id = t.user_id left join queues q on q.id = t.queue_id
  where t.contact_id = ${contactId}::uuid and t.connection_id = ${connectionId}::uuid and t.status <> 'closed' limit 1`
