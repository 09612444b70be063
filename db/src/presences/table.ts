import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'
import { queueScope } from '../tickets/table.ts'

export const presenceStates = ['composing', 'recording'] as const
export type PresenceState = (typeof presenceStates)[number]

/** Which customers are writing, by ticket. A row whose time is over says nothing any more. */
export const presences = pgTable('presences', {
  /** The ticket's id. */
  id: id(),
  companyId: companyId(),
  /** The ticket's, when it was written: the scope needs them here. */
  queueId: uuid('queue_id'),
  archived: boolean('archived').notNull(),
  state: text('state', { enum: presenceStates }).notNull(),
  until: instant('until').notNull(),
})

export const syncedPresences = defineTable(presences, { scope: (actor) => queueScope(presences, actor) })
