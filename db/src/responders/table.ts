// What a responder owes and keeps. Server only: no device has any of it.
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, instant } from '../kit/columns.ts'
import type { Answer } from './answer.ts'
import { responderKinds } from './kinds.ts'

/** An answer that is owed, or is being given: one a ticket. Its life is in turns.ts. */
export const responderTurns = pgTable('responder_turns', {
  ticketId: uuid('ticket_id').primaryKey(),
  companyId: companyId(),
  responder: text('responder', { enum: responderKinds }).notNull(),
  responderId: uuid('responder_id'),
  /** What the customer said last. */
  messageId: uuid('message_id').notNull(),
  /** It only chose the queue. */
  isChoice: boolean('is_choice').notNull(),
  /** Since when they have no answer. */
  since: instant('since').notNull(),
  /** Not before. */
  dueAt: instant('due_at').notNull(),
  /** Which worker asks the responder, until when it is believed to live, and of which message it was asked. */
  owner: text('owner'),
  leaseUntil: instant('lease_until'),
  askedId: uuid('asked_id'),
  tries: integer('tries').notNull().default(0),
  /** What was answered, and how many of its replies stand in the conversation. */
  answer: jsonb('answer').$type<Answer>(),
  said: integer('said').notNull().default(0),
})
export type Turn = typeof responderTurns.$inferSelect

/** What a responder keeps of a conversation from one answer to the next. */
export const responderSessions = pgTable('responder_sessions', {
  ticketId: uuid('ticket_id').primaryKey(),
  companyId: companyId(),
  responder: text('responder', { enum: responderKinds }).notNull(),
  responderId: uuid('responder_id'),
  state: jsonb('state').notNull(),
  /** How often it answered. */
  answers: integer('answers').notNull(),
  startedAt: instant('started_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
