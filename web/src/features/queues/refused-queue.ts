import { noStoredFile } from 'db/media/media-args.ts'
import type { QueueRow } from 'db/queues/queries.ts'
import type { OutboxEntry } from '../../sync/client.ts'

/** The row that a refused queue.create would have made; it is in no table, and an older app left later columns out. */
export function rowOf({ args }: OutboxEntry): QueueRow {
  const later = { outOfHoursMessage: '', hours: null, ...noStoredFile, billingLookup: false }
  return { ...later, ...args } as unknown as QueueRow
}
