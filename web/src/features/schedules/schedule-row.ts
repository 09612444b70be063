import type { ScheduledMessage } from 'db/schedules/queries.ts'

/** As list and form have it: `contactId` is '' until one is chosen. */
export interface ScheduleRow extends Omit<ScheduledMessage, 'sendAt'> {
  /** A text in the entries of the outbox. */
  sendAt: Date | string
}

/** Why the connection that was chosen for it can't send it; null: it can, or none was chosen. */
export function connectionTrouble({
  connectionId,
  connectionName,
  connectionReason,
}: Pick<ScheduleRow, 'connectionId' | 'connectionName' | 'connectionReason'>): 'gone' | 'banned' | null {
  if (connectionId === null) return null
  if (connectionName === null) return 'gone'
  return connectionReason === 'banned' ? 'banned' : null
}
