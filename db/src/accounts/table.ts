// Links by which people come to a password without a session. Server only (migration 0113).
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'

export const accountLinks = pgTable('account_links', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  kind: text('kind', { enum: ['password', 'invitation'] }).notNull(),
  /** SHA-256 of the token, hex. */
  tokenHash: text('token_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
})

export type LinkKind = (typeof accountLinks.$inferSelect)['kind']
