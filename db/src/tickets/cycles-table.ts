import { boolean, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'

/**
 * Each time that a ticket was opened and closed again. Server only; kept by a trigger on tickets (migration 0012), all but the rating.
 * Waiting: acceptedAt − queuedAt. Support: closedAt − acceptedAt.
 */
export const ticketCycles = pgTable('ticket_cycles', {
  id: id(),
  companyId: companyId(),
  ticketId: uuid('ticket_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  queueId: uuid('queue_id'),
  /** Who had it last. */
  userId: uuid('user_id'),
  startedAt: instant('started_at').notNull(),
  /** The bot was done. */
  queuedAt: instant('queued_at'),
  acceptedAt: instant('accepted_at'),
  closedAt: instant('closed_at'),
  ratingAskedAt: instant('rating_asked_at'),
  /** 1 dissatisfied, 2 satisfied, 3 very satisfied. */
  rating: integer('rating'),
  isGroup: boolean('is_group').notNull(),
  /** An attendant, a schedule or the phone began it: nobody waited. Null: nothing was said yet. */
  ours: boolean('ours'),
  /** It waits for people now, since then. */
  waitingSince: instant('waiting_since'),
  /** The first message of a person of ours, and who wrote it. */
  answeredAt: instant('answered_at'),
  answeredBy: uuid('answered_by'),
})
