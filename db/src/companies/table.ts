import { eq } from 'drizzle-orm'
import { boolean, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { recurrenceNames } from '../billing/periods.ts'
import type { OpeningHours } from '../bot/opening-hours.ts'
import { id, instant, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'
import type { PlanFeature } from './features.ts'

/** What a company may use. Global: no company owns a plan, so it is read by the server only. */
export const plans = pgTable('plans', {
  id: id(),
  name: text('name').notNull(),
  users: integer('users').notNull(),
  connections: integer('connections').notNull(),
  queues: integer('queues').notNull(),
  /** At one time. */
  campaigns: integer('campaigns').notNull().default(100),
  /** That wait to be sent. */
  schedules: integer('schedules').notNull().default(1000),
  /** Whoever signs up, or pays, may choose it. */
  offered: boolean('offered').notNull().default(true),
  /** R$ a month. */
  value: numeric('value', { precision: 12, scale: 2 }).notNull(),
  useCampaigns: boolean('use_campaigns').notNull().default(true),
  useSchedules: boolean('use_schedules').notNull().default(true),
  useInternalChat: boolean('use_internal_chat').notNull().default(true),
  useExternalApi: boolean('use_external_api').notNull().default(true),
  useKanban: boolean('use_kanban').notNull().default(true),
  useOpenAi: boolean('use_open_ai').notNull().default(true),
  useIntegrations: boolean('use_integrations').notNull().default(true),
  ...timestamps(),
})

export const companies = pgTable('companies', {
  id: id(),
  name: text('name').notNull(),
  email: text('email'),
  phone: text('phone'),
  planId: uuid('plan_id').notNull(),
  status: boolean('status').notNull(),
  /** The operator's own company: always in good standing. */
  operator: boolean('operator').notNull(),
  /** Last paid instant; past it (plus the server's grace days) nobody logs in or writes. */
  dueDate: instant('due_date').notNull(),
  recurrence: text('recurrence', { enum: recurrenceNames }).notNull(),
  timeZone: text('time_zone').notNull(),
  /** Closed tickets stay on devices for so long. */
  archiveAfterDays: integer('archive_after_days').notNull().default(14),
  /** Count when the setting scheduleType is 'company'; null: always open. */
  hours: jsonb('hours').$type<OpeningHours>(),
  /** What its plan switches on: kept by the database, whatever is written here. */
  features: jsonb('features').$type<readonly PlanFeature[]>().notNull().default([]),
  /** Webhooks that were switched off by themselves: counted by the database (migration 0069). */
  webhooksOff: integer('webhooks_off').notNull().default(0),
  ...timestamps(),
})

export const syncedCompanies = defineTable(companies, { scope: (actor) => eq(companies.id, actor.companyId) })
