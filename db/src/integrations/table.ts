// Somebody else's bot or automation that answers customers of a connection or a queue.
import { eq } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'
import { integrationTypes } from '../responders/kinds.ts'

export const queueIntegrations = pgTable('queue_integrations', {
  id: id(),
  companyId: companyId(),
  type: text('type', { enum: integrationTypes }).notNull(),
  name: text('name').notNull(),
  projectName: text('project_name').notNull(),
  language: text('language').notNull(),
  urlN8N: text('url_n8_n').notNull(),
  typebotSlug: text('typebot_slug').notNull(),
  /** Milliseconds. */
  typebotDelayMessage: integer('typebot_delay_message').notNull(),
  /** Minutes; 0: never. */
  typebotExpires: integer('typebot_expires').notNull(),
  typebotKeywordFinish: text('typebot_keyword_finish').notNull(),
  typebotKeywordRestart: text('typebot_keyword_restart').notNull(),
  typebotRestartMessage: text('typebot_restart_message').notNull(),
  typebotUnknownMessage: text('typebot_unknown_message').notNull(),
  /** What may be shown of its secret, which stands in `secrets`; null: there is none. */
  secretHint: text('secret_hint'),
  ...timestamps(),
})

export const syncedQueueIntegrations = defineTable(queueIntegrations, {
  scope: (actor) =>
    hasPermission(actor, 'integrations-page:view') ? eq(queueIntegrations.companyId, actor.companyId) : nothing,
})
