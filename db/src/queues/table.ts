import { eq } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
