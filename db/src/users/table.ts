import { eq } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '../kit/actor.ts'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'

export const users = pgTable('users', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  /** Lower case, unique over all companies: it is the login. */
  email: text('email').notNull(),
  /** argon2id, PHC string; null before somebody set one. Never leaves the server. */
  passwordHash: text('password_hash'),
  /** Whether they have one: kept by the database, whatever is written here. */
  canLogIn: boolean('can_log_in').notNull().default(false),
  /** Until when who has no password yet may choose one by the link of their invitation. */
  invitedUntil: instant('invited_until'),
  profile: text('profile', { enum: profiles }).notNull(),
  super: boolean('super').notNull(),
  /** Also be notified of pending tickets. */
  allTicket: boolean('all_ticket').notNull(),
  /** Default connection for tickets that this user starts. */
  connectionId: uuid('connection_id'),
  /** Rises when none of the user's logins is left, and with a new password: access tokens of before end. */
  tokenVersion: integer('token_version').notNull().default(0),
  /** Since when they log in with this address, kept by the database; null: since they were added. */
  emailSince: instant('email_since'),
  ...timestamps(),
})

export const syncedUsers = defineTable(users, {
  scope: (actor) => eq(users.companyId, actor.companyId),
  hidden: ['passwordHash', 'tokenVersion', 'emailSince'],
})

/** Why a login ended; its device says it in its own words. replaced: the person logged in elsewhere. */
export type LoginEnd = 'replaced' | 'ended'

/** A person on a device, from the password to its end. A trigger takes its tokens with it. Server only. */
export const logins = pgTable('logins', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  /** Id that the browser keeps for this person in its device cookie, so that the next login is known to be on the same device. */
  deviceId: uuid('device_id').notNull(),
  /** In plain words; null when it says nothing that is known. */
  browser: text('browser'),
  system: text('system'),
  createdAt: instant('created_at').notNull(),
  /** Exact enough to tell which of a person's devices was seen last. */
  lastSeenAt: instant('last_seen_at').notNull(),
  /** Since when nobody touches the app there, or has it in sight; null: somebody works with it. */
  awaySince: instant('away_since'),
  /** When whoever logged in showed more than the password; null: the password alone. */
  secondFactorAt: instant('second_factor_at'),
  /** When its newest refresh token runs out. */
  expiresAt: instant('expires_at').notNull(),
  endedAt: instant('ended_at'),
  endReason: text('end_reason').$type<LoginEnd>(),
})

/** Refresh tokens of logins. One row a token; a rotation points to its successor, which is how reuse is recognised. Server only. */
export const sessions = pgTable('sessions', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  loginId: uuid('login_id').notNull(),
  /** SHA-256 of the token, hex. */
  tokenHash: text('token_hash').notNull(),
  /** The token that replaced this one. */
  successorId: uuid('successor_id'),
  /** First request that carried an access token of this row: proof that its holder got the answer. */
  usedAt: instant('used_at'),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
})
