// How far a message has come, as one word. Pure.
import type { MessageRow } from 'db/messages/queries.ts'
import { ack } from 'db/messages/table.ts'

/** queued: waits for the network; sending: on its way to WhatsApp; refused: the server did not take it. */
export type Delivery = 'queued' | 'sending' | 'sent' | 'received' | 'read' | 'failed' | 'refused'

/** null for the customer's own messages. */
export function deliveryOf(
  row: Pick<MessageRow, 'fromMe' | 'ack'>,
  { waiting, offline }: { waiting: boolean; offline: boolean },
): Delivery | null {
  if (!row.fromMe) return null
  if (waiting) return offline ? 'queued' : 'sending'
  if (row.ack === ack.failed) return 'failed'
  if (row.ack >= ack.read) return 'read'
  if (row.ack >= ack.received) return 'received'
  return row.ack >= ack.sent ? 'sent' : 'sending'
}
