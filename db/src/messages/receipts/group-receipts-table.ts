import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { companyId } from '../../kit/columns.ts'

/** How far an own message in a group has come with each member. Server only: devices see the message's `ack`. */
export const groupReceipts = pgTable(
  'group_receipts',
  {
    messageId: uuid('message_id').notNull(),
    /** Row of group_participants: it goes when the member leaves. */
    participantId: uuid('participant_id').notNull(),
    companyId: companyId(),
    /** A level of `ack`; 0 until the member's phone says something. */
    level: integer('level').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.participantId] })],
)
