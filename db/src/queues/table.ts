import { eq } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { OpeningHours } from '../bot/opening-hours.ts'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'

export const queues = pgTable('queues', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  /** CSS hex colour, unique in the company. */
  color: text('color').notNull(),
  orderQueue: integer('order_queue').notNull(),
  greetingMessage: text('greeting_message').notNull(),
  outOfHoursMessage: text('out_of_hours_message').notNull(),
  /** Count when the setting scheduleType is 'queue'; null: always open. */
  hours: jsonb('hours').$type<OpeningHours>(),
  /** Sent with the greeting. */
  mediaHash: text('media_hash'),
  mediaName: text('media_name'),
  mediaMime: text('media_mime'),
  mediaSize: integer('media_size'),
  /** Who answers its customers in people's stead: responders/kinds.ts. */
  promptId: uuid('prompt_id'),
  integrationId: uuid('integration_id'),
  /** Customers are told their open bills here. */
  billingLookup: boolean('billing_lookup').notNull().default(false),
  ...timestamps(),
})

export const syncedQueues = defineTable(queues, { scope: (actor) => eq(queues.companyId, actor.companyId) })

/** Which queues a user works on. */
export const userQueues = pgTable('user_queues', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  queueId: uuid('queue_id').notNull(),
})

export const syncedUserQueues = defineTable(userQueues, { scope: (actor) => eq(userQueues.companyId, actor.companyId) })

/** Which queues a connection offers to its customers. */
export const connectionQueues = pgTable('connection_queues', {
  id: id(),
  companyId: companyId(),
  connectionId: uuid('connection_id').notNull(),
  queueId: uuid('queue_id').notNull(),
})

export const syncedConnectionQueues = defineTable(connectionQueues, {
  scope: (actor) => eq(connectionQueues.companyId, actor.companyId),
})

/** The chatbot's tree of a queue. */
export const queueOptions = pgTable('queue_options', {
  id: id(),
  companyId: companyId(),
  queueId: uuid('queue_id').notNull(),
  /** Null: at the top of the tree. */
  parentId: uuid('parent_id'),
  /** Place among its siblings. */
  option: integer('option').notNull(),
  title: text('title').notNull(),
  message: text('message').notNull(),
  mediaHash: text('media_hash'),
  mediaName: text('media_name'),
  mediaMime: text('media_mime'),
  mediaSize: integer('media_size'),
  ...timestamps(),
})

export const syncedQueueOptions = defineTable(queueOptions, {
  scope: (actor) => eq(queueOptions.companyId, actor.companyId),
})
