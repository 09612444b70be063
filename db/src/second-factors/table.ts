// What people show beside the password. Server only (migration 0087).
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, companyId, id, instant } from '../kit/columns.ts'

export const authenticators = pgTable('authenticators', {
  userId: uuid('user_id').primaryKey(),
  companyId: companyId(),
  /** Null: no code has come yet, so that it asks for none. */
  confirmedAt: instant('confirmed_at'),
  /** Of the last code that was taken. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(-1),
  createdAt: instant('created_at').notNull(),
})

export const recoveryCodes = pgTable('recovery_codes', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  codeHash: text('code_hash').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const passkeys = pgTable('passkeys', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  /** Host name. */
  rpId: text('rp_id').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})

export const loginSteps = pgTable('login_steps', {
  id: id(),
  /** Null: nobody knows yet whose it is. */
  companyId: uuid('company_id'),
  userId: uuid('user_id'),
  kind: text('kind', { enum: ['login', 'setup', 'passkey', 'register', 'replace'] }).notNull(),
  tokenHash: text('token_hash').notNull(),
  challenge: text('challenge'),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
})
