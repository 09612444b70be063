import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'
import { queueScope } from '../tickets/table.ts'
import type { MessageDetails } from './details.ts'
import type { InboundChange } from './inbound.ts'

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
  /** Who wrote it in a group; null in a chat of two. */
  participantId: uuid('participant_id'),
  /** 'chat' is text; a file's kind (media-type.ts); 'location', 'vcard', 'poll', 'call_log'; 'unsupported' with its name in `details`. */
  mediaType: text('media_type')
    .notNull()
    .$default(() => 'chat'),
  /** Text, or a file's caption: then it may be empty. */
  body: text('body').notNull(),
  ack: integer('ack').notNull(),
  /** Why sending failed: a short code or WhatsApp's own; null otherwise. */
  ackError: text('ack_error'),
  isDeleted: boolean('is_deleted')
    .notNull()
    .$default(() => false),
  editedAt: instant('edited_at'),
  isForwarded: boolean('is_forwarded')
    .notNull()
    .$default(() => false),
  /** WhatsApp shows it once, on the phone only. */
  isViewOnce: boolean('is_view_once')
    .notNull()
    .$default(() => false),
  quotedMessageId: uuid('quoted_message_id'),
  /** Emoji by who reacted: 'me' for the company's number, else the contact's id. */
  reactions: jsonb('reactions')
    .$type<Record<string, string>>()
    .notNull()
    .$default(() => ({})),
  details: jsonb('details').$type<MessageDetails>(),
  /** WhatsApp's time of inbound messages. */
  sentAt: instant('sent_at'),
  /** The file: SHA-256 of its content, by which the company's media store knows it. Null without a file, and so are the others. */
  mediaHash: text('media_hash'),
  mediaMime: text('media_mime'),
  /** As the sender named it. */
  mediaName: text('media_name'),
  /** Bytes. */
  mediaSize: integer('media_size'),
  /** Of the campaign that it is part of, also when that is gone; null otherwise. */
  campaignId: uuid('campaign_id'),
  /** Pixels, so that a picture has its place before it is there; null when unknown. */
  mediaWidth: integer('media_width'),
  mediaHeight: integer('media_height'),
  /** A small JPEG in the media store. */
  thumbnailHash: text('thumbnail_hash'),
  /** Why a received file is not there: 'expired', 'too_large', 'failed', and 'no_space', which passes; null while it is on its way, and once it is there. */
  mediaError: text('media_error'),
  ...timestamps(),
})

export type Message = typeof messages.$inferSelect

export const syncedMessages = defineTable(messages, {
  scope: (actor) => queueScope(messages, actor),
  device: {
    indexes: [{ on: ['ticketId', 'createdAt desc', 'id desc'] }],
    search: { words: ['body', 'mediaName'], unless: 'isDeleted', columns: ['ticketId', 'createdAt'] },
  },
})

/** What was said, folded (kit/search-text.ts). Server only; kept by a trigger on messages (migration 0016). */
export const messageSearch = pgTable('message_search', {
  messageId: uuid('message_id').primaryKey(),
  companyId: companyId(),
  ticketId: uuid('ticket_id').notNull(),
  folded: text('folded').notNull(),
})

/** Changes of messages that are not stored (yet): applied when their message comes. Server only. */
export const earlyChanges = pgTable(
  'early_changes',
  {
    connectionId: uuid('connection_id').notNull(),
    /** WhatsApp ids. */
    targetId: text('target_id').notNull(),
    changeId: text('change_id').notNull(),
    change: jsonb('change').$type<InboundChange>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.targetId, t.changeId] })],
)
