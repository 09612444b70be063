import { eq } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'
import { queueScope } from '../tickets/table.ts'

export const tags = pgTable('tags', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  /** CSS hex colour. */
  color: text('color').notNull(),
  /** A lane of the kanban board. */
  kanban: boolean('kanban').notNull(),
  ...timestamps(),
})

export const syncedTags = defineTable(tags, { scope: (actor) => eq(tags.companyId, actor.companyId) })

/** Which tags a ticket has. `queueId` and `archived` are the ticket's; a trigger keeps them so. */
export const ticketTags = pgTable('ticket_tags', {
  /** Follows from ticket and tag, so that a device and the server make the same row. */
  id: id(),
  companyId: companyId(),
  ticketId: uuid('ticket_id').notNull(),
  tagId: uuid('tag_id').notNull(),
  queueId: uuid('queue_id'),
  archived: boolean('archived').notNull(),
})

export const syncedTicketTags = defineTable(ticketTags, {
  scope: (actor) => queueScope(ticketTags, actor),
  device: { indexes: [{ on: ['ticketId'] }] },
})

/** How many tickets of the company have a tag, archived ones too; no row: none ever had. Kept by triggers on ticket_tags (migration 0047). */
export const tagCounts = pgTable('tag_counts', {
  /** The tag's. */
  id: id(),
  companyId: companyId(),
  tickets: integer('tickets').notNull(),
})

/** Others count the tickets that they see. */
export const syncedTagCounts = defineTable(tagCounts, {
  scope: (actor) => (hasPermission(actor, 'tags-page:countAll') ? eq(tagCounts.companyId, actor.companyId) : nothing),
})
