import type { ScheduledMessage } from 'db/schedules/queries.ts'

/** As list and form have it: `contactId` is '' until one is chosen. */
export interface ScheduleRow extends Omit<ScheduledMessage, 'sendAt'> {
  /** A text in the entries of the outbox. */
  sendAt: Date | string
}
