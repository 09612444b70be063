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

/** Companies whose address is not confirmed. Server only (migration 0115). */
export const pendingSignups = pgTable('pending_signups', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  planId: uuid('plan_id').notNull(),
  timeZone: text('time_zone').notNull(),
  passwordHash: text('password_hash').notNull(),
  /** SHA-256, hex; null: no letter went yet. */
  tokenHash: text('token_hash'),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
})
