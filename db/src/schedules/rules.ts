// What may be scheduled, what may still be changed, and when it is too late to send. Pure; asked by the form, the mutations and the
// worker's timer.
import type { Schedule } from './table.ts'

/** Missed by more than this, a message would only confuse its customer. */
export const maxLatenessMs = 60 * 60_000

/** Why one was not sent; beside them the codes of messages that failed (messages.ack_error). */
export type ScheduleError = 'late' | 'overdue' | 'plan' | 'no_connection' | 'connection_deleted' | 'connection_banned'

/** Once it is in the conversation it is what it is; while a worker has it nobody else does. */
export const isEditable = ({ status, sentAt }: Pick<Schedule, 'status' | 'sentAt'>) =>
  sentAt === null && status !== 'AGENDADA'

/** A worker makes a message of it right now. */
export const isLeased = ({ status, sentAt }: Pick<Schedule, 'status' | 'sentAt'>) =>
  status === 'AGENDADA' && sentAt === null

/** Its message is in the conversation, and WhatsApp has not taken it yet. */
export const isWaitingForWhatsApp = ({ status, sentAt }: Pick<Schedule, 'status' | 'sentAt'>) =>
  status === 'AGENDADA' && sentAt !== null

/**
 * A time that was past already when the schedule was written, by the clock that wrote it: its id (UUIDv7) says when that was. What waited on
 * a device past its time was no mistake of its author: the timer decides what becomes of it.
 */
export function isBackdated(id: string, sendAt: Date): boolean {
  const writtenAt = id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : 0
  return sendAt.getTime() < writtenAt
}
