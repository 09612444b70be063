import { and, eq } from 'drizzle-orm'
import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { queueScope } from '../tickets/table.ts'

/** Who is mentioned in a ticket's note. Queue and archived are the ticket's; a trigger keeps them so. */
export const noteMentions = pgTable('note_mentions', {
  /** Follows from note and user. */
  id: id(),
  companyId: companyId(),
  noteId: uuid('note_id').notNull(),
  ticketId: uuid('ticket_id').notNull(),
  /** Who is mentioned. */
  userId: uuid('user_id').notNull(),
  queueId: uuid('queue_id'),
  archived: boolean('archived').notNull(),
  /** Null: not yet. */
  seenAt: instant('seen_at'),
  ...timestamps(),
})

export type NoteMention = typeof noteMentions.$inferSelect

/** One's own, of tickets that one may see. */
export const syncedNoteMentions = defineTable(noteMentions, {
  scope: (actor) =>
    actor.kind === 'user'
      ? (and(eq(noteMentions.userId, actor.userId), queueScope(noteMentions, actor)) ?? nothing)
      : nothing,
})
