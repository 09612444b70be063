import type { QueueRow } from 'db/queues/queries.ts'

/** As the queue menu has them. */
export function inOrder(a: QueueRow, b: QueueRow): number {
  return a.orderQueue - b.orderQueue || a.name.localeCompare(b.name) || a.id.localeCompare(b.id)
}
