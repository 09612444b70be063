// What was asked of a person's data. Server only (migration 0088).
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'

export const privacyRequests = pgTable('privacy_requests', {
  id: id(),
  companyId: companyId(),
  kind: text('kind', { enum: ['export', 'erasure'] }).notNull(),
  contactId: uuid('contact_id').notNull(),
  userId: uuid('user_id'),
  status: text('status', { enum: ['waiting', 'done', 'failed'] })
    .notNull()
    .default('waiting'),
  mediaHash: text('media_hash'),
  bytes: bigint('bytes', { mode: 'number' }),
  expiresAt: instant('expires_at'),
  finishedAt: instant('finished_at'),
  createdAt: instant('created_at').notNull(),
})
