// What language models were asked and answered. Server only: read over REST by who may change prompts; a job deletes it after fourteen days.
import { doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, instant } from '../kit/columns.ts'

export const callPurposes = ['answer', 'trial', 'suggest', 'improve', 'summarize', 'transcribe', 'speak'] as const
export type CallPurpose = (typeof callPurposes)[number]

export const modelCalls = pgTable('model_calls', {
  id: uuid('id').primaryKey(),
  companyId: companyId(),
  promptId: uuid('prompt_id'),
  /** Null of a trial. */
  ticketId: uuid('ticket_id'),
  /** Who asked for it; null: a customer's message did. */
  userId: uuid('user_id'),
  purpose: text('purpose', { enum: callPurposes }).notNull(),
  model: text('model').notNull(),
  sent: jsonb('sent').notNull(),
  /** Null: nothing that could be used; then there is a problem. */
  answered: jsonb('answered'),
  problem: text('problem'),
  inputTokens: integer('input_tokens').notNull(),
  outputTokens: integer('output_tokens').notNull(),
  cost: doublePrecision('cost').notNull(),
  milliseconds: integer('milliseconds').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Days. */
export const callsAreKept = 14
