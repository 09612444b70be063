// How a language model answers customers of a connection or a queue.
import { eq } from 'drizzle-orm'
import { boolean, doublePrecision, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'

export const prompts = pgTable('prompts', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  /** What the model is told to be. */
  prompt: text('prompt').notNull(),
  /** 'texto', or the voice that speaks the answers: voices.ts. */
  voice: text('voice').notNull(),
  /** Where Azure keeps the voice's key; a part of a host's name. */
  voiceRegion: text('voice_region').notNull(),
  /** Of one answer. */
  maxTokens: integer('max_tokens').notNull(),
  temperature: doublePrecision('temperature').notNull(),
  /** How much of the conversation the model sees. */
  maxMessages: integer('max_messages').notNull(),
  /** Whose people get the conversations that it leaves; null once that queue is gone. */
  queueId: uuid('queue_id'),
  baseUrl: text('base_url').notNull(),
  model: text('model').notNull(),
  /** Blank: voice notes are not listened to. */
  transcriptionModel: text('transcription_model').notNull(),
  /** Of a model that thinks first: it takes max_completion_tokens, and no temperature. */
  reasoning: boolean('reasoning').notNull(),
  /** A million tokens, in the company's money; 0: not known. */
  inputPrice: doublePrecision('input_price').notNull(),
  outputPrice: doublePrecision('output_price').notNull(),
  /** Beyond them people go on; 0: no limit. Of a ticket since it was opened, of all within 24 hours. */
  ticketAnswers: integer('ticket_answers').notNull(),
  dayAnswers: integer('day_answers').notNull(),
  ticketCost: doublePrecision('ticket_cost').notNull(),
  dayCost: doublePrecision('day_cost').notNull(),
  /** The keys' last characters, which stand in `secrets`; null: there is none. */
  apiKeyHint: text('api_key_hint'),
  voiceKeyHint: text('voice_key_hint'),
  ...timestamps(),
})
export type Prompt = typeof prompts.$inferSelect

export const syncedPrompts = defineTable(prompts, {
  scope: (actor) => (hasPermission(actor, 'prompts-page:view') ? eq(prompts.companyId, actor.companyId) : nothing),
})
