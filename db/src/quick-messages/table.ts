import { eq, or } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { all, defineTable, nothing } from '../kit/define-table.ts'

/** Texts kept ready, found by `/shortcode` in the composer. */
export const quickMessages = pgTable('quick_messages', {
  id: id(),
  companyId: companyId(),
  userId: uuid('user_id').notNull(),
  shortcode: text('shortcode').notNull(),
  message: text('message').notNull(),
  /** Everybody's of the company; else its author's alone. */
  geral: boolean('geral').notNull(),
  mediaHash: text('media_hash'),
  mediaName: text('media_name'),
  mediaMime: text('media_mime'),
  mediaSize: integer('media_size'),
  ...timestamps(),
})

export const syncedQuickMessages = defineTable(quickMessages, {
  scope: (actor) =>
    actor.kind === 'user'
      ? all(
          eq(quickMessages.companyId, actor.companyId),
          or(eq(quickMessages.geral, true), eq(quickMessages.userId, actor.userId)) ?? nothing,
        )
      : eq(quickMessages.companyId, actor.companyId),
})
