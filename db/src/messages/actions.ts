// The life of an action (actions-table.ts): recorded with the change of the row, then taken by WhatsApp, or refused and put back.
// Invariant: the row shows what was wished until WhatsApp refuses it for good; then what was before, unless something newer came.
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { messageActions, type MessageAction } from './actions-table.ts'
import type { Message } from './table.ts'
import { whatsappIdOf } from './whatsapp-id.ts'

/** On the server, in the transaction that changed the message's row; a device only changes the row. */
export async function recordAction(
  tx: Tx,
  { side, now }: MutationContext,
  { id: messageId, companyId, connectionId, editedAt }: Message,
  action: Pick<MessageAction, 'kind' | 'content' | 'previous'>,
) {
  if (side === 'client') return
  const id = newId()
  await tx.insert(messageActions).values({
    id,
    companyId,
    connectionId,
    messageId,
    ...action,
    previousEditedAt: editedAt,
    whatsappId: whatsappIdOf(id),
    createdAt: now,
    sentAt: null,
    error: null,
  })
}
