import { noStoredFile } from 'db/media/media-args.ts'
import type { QueueRow } from 'db/queues/queries.ts'
import type { OutboxEntry } from '../../sync/client.ts'

/** Of a refused queue.create, which is no row of any table; an app of before left the later columns out. */
export function rowOf({ args }: OutboxEntry): QueueRow {
  const later = { outOfHoursMessage: '', hours: null, ...noStoredFile }
  return { ...later, ...args } as unknown as QueueRow
}
