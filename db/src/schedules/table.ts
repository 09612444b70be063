import { eq, type SQL } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Actor } from '../kit/actor.ts'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { all, defineTable } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'

/** Waits; is being sent, first under a lease, then as a message that waits for WhatsApp; was taken by it; was not, or its message failed. */
export const scheduleStatuses = ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/** A message that is written now and sent to a contact at a given time. */
export const schedules = pgTable('schedules', {
  id: id(),
  companyId: companyId(),
  /** Its author; who deletes them takes it over, null where nobody did. */
  userId: uuid('user_id'),
  contactId: uuid('contact_id').notNull(),
  /** Over which it goes; null: the one of the contact's last conversation, else the default. */
  connectionId: uuid('connection_id'),
  /** May have {{variables}}; of a file its caption. */
  body: text('body').notNull(),
  sendAt: instant('send_at').notNull(),
  /** When it went into the conversation. */
  sentAt: instant('sent_at'),
  status: text('status', { enum: scheduleStatuses }).notNull(),
  /** Why a schedule with status ERRO was not sent: a ScheduleError or the ack_error of its message; null otherwise. */
  error: text('error'),
  mediaHash: text('media_hash'),
  mediaName: text('media_name'),
  mediaMime: text('media_mime'),
  mediaSize: integer('media_size'),
  /** What it became. */
  messageId: uuid('message_id'),
  leasedUntil: instant('leased_until'),
  ...timestamps(),
})

export type Schedule = typeof schedules.$inferSelect

/** One's own; supervisors and admins have all of the company. */
export const syncedSchedules = defineTable(schedules, { scope: scheduleScope, hidden: ['messageId', 'leasedUntil'] })

function scheduleScope(actor: Actor): SQL {
  const company = eq(schedules.companyId, actor.companyId)
  if (actor.kind === 'system' || hasPermission(actor, 'schedules-page:showall')) return company
  return all(company, eq(schedules.userId, actor.userId))
}
