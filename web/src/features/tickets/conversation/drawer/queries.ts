import type { Contact } from 'db/contacts/table.ts'
import type { TicketStatus } from 'db/tickets/table.ts'
import { sql } from '../../../../sync/query.ts'
import type { TicketTag } from '../../queries.ts'

export type ExtraField = Contact['extraInfo'][number]
export type ContactRow = Pick<Contact, 'id' | 'name' | 'number' | 'email' | 'extraInfo'>

export const contactDetail = (id: string) =>
  sql<ContactRow>`select id, name, number, email, extra_info from contacts where id = ${id}::uuid`

export const tagsOf = (ticketId: string) => sql<TicketTag>`
  select g.id, g.name, g.color from ticket_tags x join tags g on g.id = x.tag_id
  where x.ticket_id = ${ticketId}::uuid order by lower(g.name), g.id`

export interface NoteRow {
  id: string
  note: string
  userId: string | null
  userName: string | null
  ticketId: string
  createdAt: Date
}

/** Of all tickets of the contact that are here, newest first. */
export const notesOf = (contactId: string) => sql<NoteRow>`
  select n.id, n.note, n.user_id, u.name as user_name, n.ticket_id, n.created_at
  from ticket_notes n left join users u on u.id = n.user_id
  where n.contact_id = ${contactId}::uuid order by n.created_at desc, n.id desc limit 200`

export interface ScheduledRow {
  id: string
  body: string
  sendAt: Date
}

/** What is still to be sent to the contact, soonest first; of those that this person sees. */
export const scheduledFor = (contactId: string) => sql<ScheduledRow>`
  select id, body, send_at from schedules
  where contact_id = ${contactId}::uuid and (status = 'PENDENTE' or status = 'AGENDADA') order by send_at, id limit 50`

export interface OtherTicketRow {
  id: string
  number: number | null
  status: TicketStatus
  createdAt: Date
  queueName: string | null
  queueColor: string | null
}

export const otherTicketsOf = (contactId: string, ticketId: string) => sql<OtherTicketRow>`
  select t.id, t.number, t.status, t.created_at, q.name as queue_name, q.color as queue_color
  from tickets t left join queues q on q.id = t.queue_id
  where t.contact_id = ${contactId}::uuid and t.id <> ${ticketId}::uuid order by t.created_at desc, t.id desc limit 50`
