import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'
import { queueScope } from './table.ts'

export const ticketEventKinds = [
  'accepted',
  'returned',
  'transferred',
  'closed',
  'reopened',
  'rated',
  'numberChanged',
] as const
export type TicketEventKind = (typeof ticketEventKinds)[number]

/** What happened to a ticket. Written by the server alone, in the transaction of its cause; a trigger keeps queue and archived as the ticket's. */
export const ticketEvents = pgTable('ticket_events', {
  id: id(),
  companyId: companyId(),
  ticketId: uuid('ticket_id').notNull(),
  kind: text('kind', { enum: ticketEventKinds }).notNull(),
  /** Who did it; null: nobody of ours, or they were deleted. */
  userId: uuid('user_id'),
  /** Of a transfer: from where, to where, to whom, and what was left for them to read. */
  fromQueueId: uuid('from_queue_id'),
  toQueueId: uuid('to_queue_id'),
  toUserId: uuid('to_user_id'),
  note: text('note'),
  rating: integer('rating'),
  /** Of the contact's number: what it was, and what it is; null: none. */
  fromNumber: text('from_number'),
  toNumber: text('to_number'),
  queueId: uuid('queue_id'),
  archived: boolean('archived').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const syncedTicketEvents = defineTable(ticketEvents, {
  scope: (actor) => queueScope(ticketEvents, actor),
  device: { indexes: [{ on: ['ticketId', 'createdAt'] }] },
})
