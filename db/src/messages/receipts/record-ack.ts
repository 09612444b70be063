import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kit/define-mutation.ts'
import { ack, messages } from '../table.ts'

/**
 * Raises the delivery state of own messages; late and repeated receipts never lower it. Ids of other connections are not touched.
 * Returns how many WhatsApp had not answered for before.
 */
export async function recordAck(
  tx: Tx,
  connectionId: string,
  whatsappIds: readonly string[],
  level: number,
  now: Date,
): Promise<number> {
  if (whatsappIds.length === 0) return 0
  const raised = await tx
    .update(messages)
    .set({ ack: level, ackError: null, updatedAt: now })
    .where(
      and(
        eq(messages.connectionId, connectionId),
        inArray(messages.whatsappId, [...whatsappIds]),
        eq(messages.fromMe, true),
        lt(messages.ack, level),
      ),
    )
    .returning({ before: sql<number>`old.ack` })
  return raised.filter(({ before }) => before < ack.sent).length
}

/** WhatsApp refused it. A message that already reached somebody can't fail any more. Whether it failed now. */
export async function recordSendFailure(tx: Tx, connectionId: string, whatsappId: string, reason: string, now: Date) {
  const failed = await tx
    .update(messages)
    .set({ ack: ack.failed, ackError: reason, updatedAt: now })
    .where(
      and(
        eq(messages.connectionId, connectionId),
        eq(messages.whatsappId, whatsappId),
        ne(messages.ack, ack.failed),
        gte(messages.ack, ack.pending),
        lt(messages.ack, ack.received),
      ),
    )
    .returning({ id: messages.id })
  return failed.length > 0
}

/** The customer was told that these were read: inbound messages rise from received to read, once. */
export async function recordReadTold(tx: Tx, connectionId: string, whatsappIds: readonly string[], now: Date) {
  if (whatsappIds.length === 0) return
  await tx
    .update(messages)
    .set({ ack: ack.read, updatedAt: now })
    .where(
      and(
        eq(messages.connectionId, connectionId),
        inArray(messages.whatsappId, [...whatsappIds]),
        eq(messages.fromMe, false),
        lt(messages.ack, ack.read),
      ),
    )
}
