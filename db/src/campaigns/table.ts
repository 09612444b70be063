import { eq } from 'drizzle-orm'
import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import type { Actor } from '../kit/actor.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'
import type { Variable } from './rules.ts'

/** Not complete or not wanted yet; at its time; running; stopped, by a person or by itself; nobody is left. */
export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/**
 * failures, refusals, opt_outs: too many of the last people · connection_deleted, connection_banned: nothing is left to send by. Null: a person cancelled it.
 */
export const stopReasons = ['failures', 'refusals', 'opt_outs', 'connection_deleted', 'connection_banned'] as const
export type StopReason = (typeof stopReasons)[number]

/** hours: those of the settings · daily_cap: of the connection · overdue, plan: of the company. A connection that is down says so itself. */
export const waitReasons = ['hours', 'daily_cap', 'overdue', 'plan'] as const
export type WaitReason = (typeof waitReasons)[number]

/** A message to many people. Whom it goes to is in `campaignShippings`, from its start on. */
export const campaigns = pgTable('campaigns', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  status: text('status', { enum: campaignStatuses }).notNull(),
  connectionId: uuid('connection_id'),
  /** The audience: people of a list, copied when it starts, or those who have a tag, copied when that is chosen. */
  contactListId: uuid('contact_list_id'),
  tagId: uuid('tag_id'),
  /** Its files go before the text. */
  fileListId: uuid('file_list_id'),
  scheduledAt: instant('scheduled_at'),
  /** A question goes first, and the message to those who don't refuse. */
  confirmation: boolean('confirmation').notNull(),
  message1: text('message1').notNull(),
  message2: text('message2').notNull(),
  message3: text('message3').notNull(),
  message4: text('message4').notNull(),
  message5: text('message5').notNull(),
  confirmationMessage1: text('confirmation_message1').notNull(),
  confirmationMessage2: text('confirmation_message2').notNull(),
  confirmationMessage3: text('confirmation_message3').notNull(),
  confirmationMessage4: text('confirmation_message4').notNull(),
  confirmationMessage5: text('confirmation_message5').notNull(),
  mediaHash: text('media_hash'),
  mediaName: text('media_name'),
  mediaMime: text('media_mime'),
  mediaSize: integer('media_size'),
  startedAt: instant('started_at'),
  completedAt: instant('completed_at'),
  resumedAt: instant('resumed_at'),
  stopReason: text('stop_reason', { enum: stopReasons }),
  /** Why a running one sends nothing now. */
  waitsFor: text('waits_for', { enum: waitReasons }),
  lastSentAt: instant('last_sent_at'),
  repeatedCount: integer('repeated_count').notNull().default(0),
  /** Everybody of the audience, those who can get it, those who did: as the report had them lately. */
  peopleCount: integer('people_count').notNull().default(0),
  validCount: integer('valid_count').notNull().default(0),
  deliveredCount: integer('delivered_count').notNull().default(0),
  ...timestamps(),
})

export type Campaign = typeof campaigns.$inferSelect

const mayView = (actor: Actor) => hasPermission(actor, 'campaigns-page:view')

export const syncedCampaigns = defineTable(campaigns, {
  scope: (actor) => (mayView(actor) ? eq(campaigns.companyId, actor.companyId) : nothing),
  hidden: ['resumedAt', 'lastSentAt', 'repeatedCount'],
})

export const shippingStates = [
  'waiting',
  'asked',
  'confirmed',
  'sending',
  'delivered',
  'failed',
  'invalid',
  'opted_out',
] as const
export type ShippingState = (typeof shippingStates)[number]

/** A campaign and a person. On no device: a campaign may have tens of thousands. */
export const campaignShippings = pgTable('campaign_shippings', {
  id: id(),
  companyId: companyId(),
  campaignId: uuid('campaign_id').notNull(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  number: text('number').notNull(),
  numberKey: text('number_key').notNull(),
  email: text('email').notNull(),
  state: text('state', { enum: shippingStates }).notNull(),
  /** Whether the number is on WhatsApp; null: nobody asked. */
  isValid: boolean('is_valid'),
  /** Of a failed one: its message's ack_error, 'unanswered', 'declined' or 'deleted'. */
  error: text('error'),
  variant: integer('variant'),
  contactId: uuid('contact_id'),
  questionId: uuid('question_id'),
  messageId: uuid('message_id'),
  confirmationRequestedAt: instant('confirmation_requested_at'),
  confirmedAt: instant('confirmed_at'),
  /** When the message was written; the next three as WhatsApp tells it. */
  sentAt: instant('sent_at'),
  deliveredAt: instant('delivered_at'),
  receivedAt: instant('received_at'),
  readAt: instant('read_at'),
  answeredAt: instant('answered_at'),
  optedOutAt: instant('opted_out_at'),
  endedAt: instant('ended_at'),
})

export type Shipping = typeof campaignShippings.$inferSelect

/** Who said stop: no campaign writes to them any more, until somebody takes it back. Server only. */
export const optOuts = pgTable('opt_outs', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  number: text('number'),
  numberKey: text('number_key'),
  contactId: uuid('contact_id'),
  campaignId: uuid('campaign_id'),
  campaignName: text('campaign_name').notNull(),
  messageId: uuid('message_id'),
  /** What they wrote. */
  body: text('body').notNull(),
  revokedAt: instant('revoked_at'),
  revokedBy: uuid('revoked_by'),
  revokeReason: text('revoke_reason'),
  createdAt: instant('created_at').notNull(),
})

/** How a company's campaigns are sent. One row a company, its id the company's; no row means the defaults. */
export const campaignSettings = pgTable('campaign_settings', {
  id: id(),
  companyId: companyId(),
  /** Seconds between two messages of a connection; 0: none. */
  messageInterval: doublePrecision('message_interval').notNull(),
  /** After so many messages the pause is `greaterInterval`; 0: never. */
  longerIntervalAfter: integer('longer_interval_after').notNull(),
  greaterInterval: doublePrecision('greater_interval').notNull(),
  variables: jsonb('variables').$type<Variable[]>().notNull(),
  /** 'HH:MM' of the company's clock; the same twice: at any hour. */
  startHour: text('start_hour').notNull(),
  endHour: text('end_hour').notNull(),
  /** Messages of a connection a day; 0: no limit. */
  dailyCap: integer('daily_cap').notNull(),
  /** The same of a number's first days here, day by day; empty: it is old already. */
  warmUp: jsonb('warm_up').$type<number[]>().notNull(),
  /** A message that is one of them, and nothing else, opts its writer out. */
  stopWords: jsonb('stop_words').$type<string[]>().notNull(),
  /** They are answered so; '': not at all. */
  stoppedText: text('stopped_text').notNull(),
  ...timestamps(),
})

export const syncedCampaignSettings = defineTable(campaignSettings, {
  scope: (actor) => (mayView(actor) ? eq(campaignSettings.companyId, actor.companyId) : nothing),
})

/** When a connection may send its next campaign message. Server only. */
export const connectionPaces = pgTable('connection_paces', {
  connectionId: uuid('connection_id').primaryKey(),
  companyId: companyId(),
  number: text('number').notNull(),
  since: instant('since').notNull(),
  nextAt: instant('next_at').notNull(),
  gapMs: integer('gap_ms').notNull(),
  jitterMs: integer('jitter_ms').notNull(),
  inARow: integer('in_a_row').notNull(),
  day: text('day').notNull(),
  dayCount: integer('day_count').notNull(),
})

export type ConnectionPace = typeof connectionPaces.$inferSelect
