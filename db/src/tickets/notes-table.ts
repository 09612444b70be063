import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'
import { queueScope } from './table.ts'

/** What attendants tell each other of a ticket. Contact, queue and archived are the ticket's; a trigger keeps them so. */
export const ticketNotes = pgTable('ticket_notes', {
  id: id(),
  companyId: companyId(),
  ticketId: uuid('ticket_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  /** Its author; null when they were deleted. */
  userId: uuid('user_id'),
  note: text('note').notNull(),
  queueId: uuid('queue_id'),
  archived: boolean('archived').notNull(),
  ...timestamps(),
})

export const syncedTicketNotes = defineTable(ticketNotes, { scope: (actor) => queueScope(ticketNotes, actor) })
