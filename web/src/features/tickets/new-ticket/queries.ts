// What the dialog for a new ticket reads on this device.
import { sameNumberVariants } from 'db/contacts/number-variants.ts'
import { digitsOf, foldText, likePattern } from '../../../lib/search-text.ts'
import { sql, type Query, type SyncStatus } from '../../../sync/client.ts'
import { contactsNamed } from '../queries.ts'

export interface ContactChoice {
  id: string
  name: string
  number: string | null
}

/** People with a number, by name or number. */
export function contactChoices(term: string, limit: number, mode: SyncStatus['mode']): Query<ContactChoice> {
  if (mode === 'online') return contactsNamed(term, limit)
  const digits = digitsOf(term)
  const isNumber = digits.length >= 3 && !/\p{L}/u.test(term)
  const pattern = isNumber ? `%${digits}%` : likePattern(foldText(term))
  return sql`
    select id, name, number from contacts
    where number is not null and not is_group and id in (select id from searched_contacts where text like ${pattern})
    order by lower(name), id limit ${limit}`
}

export const contactById = (id: string) => sql<ContactChoice>`
  select id, name, number from contacts where id = ${id}::uuid limit 1`

/** With and without the ninth digit it is one number. */
export const contactWithNumber = (number: string) => sql<ContactChoice>`
  select id, name, number from contacts where number = any(${sameNumberVariants(number)}::text[]) and not is_group limit 1`

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
