import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'
import { queueScope } from '../tickets/table.ts'

export const viewerStates = ['viewing', 'typing'] as const
export type ViewerState = (typeof viewerStates)[number]

/** Which attendants have which ticket before them. A row whose time is over says nothing any more. */
export const ticketViewers = pgTable('ticket_viewers', {
  /** Follows from ticket and user. */
  id: id(),
  companyId: companyId(),
  ticketId: uuid('ticket_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** The ticket's; a trigger keeps them so. */
  queueId: uuid('queue_id'),
  archived: boolean('archived').notNull(),
  state: text('state', { enum: viewerStates }).notNull(),
  until: instant('until').notNull(),
})

export const syncedTicketViewers = defineTable(ticketViewers, { scope: (actor) => queueScope(ticketViewers, actor) })
