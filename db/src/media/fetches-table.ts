import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, timestamps } from '../kit/columns.ts'

/** Files of received messages that are still at WhatsApp. Server only; a row goes when its file is there, or will never be. */
export const mediaFetches = pgTable('media_fetches', {
  messageId: uuid('message_id').primaryKey(),
  companyId: companyId(),
  connectionId: uuid('connection_id').notNull(),
  /** What it takes to fetch and open it, encrypted, in base64. */
  material: text('material').notNull(),
  tries: integer('tries').notNull(),
  /** `updatedAt`: when it was last begun. */
  ...timestamps(),
})
