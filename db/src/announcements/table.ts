import { eq, isNotNull } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Actor } from '../kit/actor.ts'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { all, defineTable, nothing } from '../kit/define-table.ts'

/** What the operator tells all companies. `companyId` is the operator's: its store has the picture. */
export const announcements = pgTable('announcements', {
  id: id(),
  companyId: companyId(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  /** 1 high, 2 medium, 3 low. */
  priority: integer('priority').notNull(),
  /** Switched on: everybody has it. */
  status: boolean('status').notNull(),
  /** When it was switched on the last time, by a trigger; null: never, or the server has not seen it yet. */
  publishedAt: instant('published_at'),
  mediaHash: text('media_hash'),
  mediaName: text('media_name'),
  mediaMime: text('media_mime'),
  mediaSize: integer('media_size'),
  ...timestamps(),
})

export const keepsAnnouncements = (actor: Actor) => actor.kind === 'user' && actor.super

/** Those that are switched on; all to those who keep them. */
export const syncedAnnouncements = defineTable(announcements, {
  scope: (actor) => (keepsAnnouncements(actor) ? isNotNull(announcements.id) : eq(announcements.status, true)),
  hidden: ['companyId'],
})

/** Up to when a person has seen what was announced. No row: nothing yet. */
export const announcementViews = pgTable('announcement_views', {
  /** The user's own id: a user has one row. */
  id: id(),
  companyId: companyId(),
  seenAt: instant('seen_at').notNull(),
  ...timestamps(),
})

export const syncedAnnouncementViews = defineTable(announcementViews, {
  scope: (actor) =>
    actor.kind === 'user'
      ? all(eq(announcementViews.companyId, actor.companyId), eq(announcementViews.id, actor.userId))
      : nothing,
})
