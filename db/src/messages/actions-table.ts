import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'

export const actionKinds = ['react', 'edit', 'delete'] as const
export type ActionKind = (typeof actionKinds)[number]

/** What is done to a message after it was sent, until WhatsApp took or refused it. Server only: devices see the message's row. */
export const messageActions = pgTable('message_actions', {
  id: id(),
  companyId: companyId(),
  connectionId: uuid('connection_id').notNull(),
  messageId: uuid('message_id').notNull(),
  kind: text('kind', { enum: actionKinds }).notNull(),
  /** The emoji ('' takes it back) or the new text; '' of a deletion. */
  content: text('content').notNull(),
  /** What the row showed before, to be put back when WhatsApp refuses it. */
  previous: text('previous').notNull(),
  previousEditedAt: instant('previous_edited_at'),
  /** Fixed before sending, so that a second attempt can't have a second effect. */
  whatsappId: text('whatsapp_id').notNull(),
  createdAt: instant('created_at').notNull(),
  /** WhatsApp's server took it. */
  sentAt: instant('sent_at'),
  /** It was refused for good, by WhatsApp's code or a word of ours. */
  error: text('error'),
})

export type MessageAction = typeof messageActions.$inferSelect
