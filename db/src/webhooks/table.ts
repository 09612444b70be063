// Where a company has told what happens in it, and what was told. Server only: admins read it online. Rows of deliveries are written by
// triggers (migration 0069), nobody else tells anything.
import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import type { WebhookEvent } from './rules.ts'

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  active: boolean('active').notNull(),
  /** It was switched off by itself. */
  offReason: text('off_reason', { enum: ['failing', 'gone'] }),
  offAt: instant('off_at'),
  /** Since the first failure that no success followed. */
  failingSince: instant('failing_since'),
  failures: integer('failures').notNull().default(0),
  /** Nothing is tried there before. */
  retryAt: instant('retry_at'),
  ...timestamps(),
})

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: id(),
  companyId: companyId(),
  endpointId: uuid('endpoint_id').notNull(),
  /** `webhook-id`: the same whenever the same is told. */
  messageId: uuid('message_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
  event: text('event').notNull(),
  subjectId: uuid('subject_id').notNull(),
  /** As it is sent and signed. */
  body: text('body').notNull(),
  status: text('status', { enum: deliveryStatuses }).notNull().default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  firstAttemptAt: instant('first_attempt_at'),
  nextAt: instant('next_at').notNull().defaultNow(),
  leasedUntil: instant('leased_until'),
  lastAttemptAt: instant('last_attempt_at'),
  lastStatus: integer('last_status'),
  /** Of the outgoing client; null: it was taken. */
  lastReason: text('last_reason'),
  /** The beginning of what was answered. */
  lastAnswer: text('last_answer'),
  lastMs: integer('last_ms'),
  createdAt: instant('created_at').notNull().defaultNow(),
})
