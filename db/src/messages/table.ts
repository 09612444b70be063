import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'
import { queueScope } from '../tickets/table.ts'

/** Delivery as WhatsApp tells it; only rises, except to failed. */
export const ack = { failed: -1, pending: 0, sent: 1, received: 2, read: 3, played: 4 } as const

export const messages = pgTable('messages', {
  id: id(),
  companyId: companyId(),
  ticketId: uuid('ticket_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  /** The ticket's queue and archived flag, kept equal in the ticket's own transactions: the scope needs them here. */
  queueId: uuid('queue_id'),
  archived: boolean('archived').notNull(),
  /** WhatsApp's message id. For own messages it is fixed before sending, so that a second attempt can't arrive twice. */
  whatsappId: text('whatsapp_id').notNull(),
  fromMe: boolean('from_me').notNull(),
  /** The attendant who wrote it; null for the customer, the bot and the phone. */
  userId: uuid('user_id'),
  /** 'chat' is text; a file's kind (media-type.ts); other kinds of WhatsApp messages carry their name, e.g. 'unsupported:poll'. */
  mediaType: text('media_type').notNull(),
  /** Text, or a file's caption: then it may be empty. */
  body: text('body').notNull(),
  ack: integer('ack').notNull(),
  /** Why sending failed: a short code or WhatsApp's own; null otherwise. */
  ackError: text('ack_error'),
  isDeleted: boolean('is_deleted').notNull(),
  quotedMessageId: uuid('quoted_message_id'),
  /** WhatsApp's time of inbound messages. */
  sentAt: instant('sent_at'),
  /** The file: SHA-256 of its content, by which the company's media store knows it. Null without a file, and so are the others. */
  mediaHash: text('media_hash'),
  mediaMime: text('media_mime'),
  /** As the sender named it. */
  mediaName: text('media_name'),
  /** Bytes. */
  mediaSize: integer('media_size'),
  /** Pixels, so that a picture has its place before it is there; null when unknown. */
  mediaWidth: integer('media_width'),
  mediaHeight: integer('media_height'),
  ...timestamps(),
})

export type Message = typeof messages.$inferSelect

export const syncedMessages = defineTable(messages, {
  scope: (actor) => queueScope(messages, actor),
})
