import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, instant } from '../kit/columns.ts'

/** What another system asked to be sent, by a connection's token. Server only. */
export const apiSends = pgTable('api_sends', {
  /** Its first message's. */
  id: uuid('id').primaryKey(),
  companyId: companyId(),
  connectionId: uuid('connection_id').notNull(),
  /** As its caller chose it, unique per connection; null where none was given. */
  idempotencyKey: text('idempotency_key'),
  /** SHA-256 of what was asked for: the same key is the same wish. */
  fingerprint: text('fingerprint').notNull(),
  /** Digits with country code, as it was asked for. */
  number: text('number').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** The messages of a send, in their order. */
export const apiMessages = pgTable('api_messages', {
  messageId: uuid('message_id').primaryKey(),
  companyId: companyId(),
  sendId: uuid('send_id').notNull(),
  position: smallint('position').notNull(),
})
