// The life of an action (actions-table.ts): recorded with the change of the row, then taken by WhatsApp, or refused and put back.
// Invariant: the row shows what was wished until WhatsApp refuses it for good; then what was before, unless something newer came.
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { messageActions, type MessageAction } from './actions-table.ts'
import { whatsappIdOf } from './new-message.ts'
import { showInList } from './show-in-list.ts'
import { messages, type Message } from './table.ts'

/** On the server, in the transaction that changed the message's row; a device only changes the row. */
export async function recordAction(
  tx: Tx,
  { side, now, effects }: MutationContext,
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
  effects.wakeSender(connectionId, id)
}

/** In SQL, because the customer's reaction may come at the same moment. */
export function ownReaction(emoji: string) {
  const others = sql`${messages.reactions} - 'me'`
  return emoji === '' ? others : sql`(${others}) || jsonb_build_object('me', ${emoji}::text)`
}

const isPending = and(isNull(messageActions.sentAt), isNull(messageActions.error))
const named = (connectionId: string, whatsappIds: readonly string[]) =>
  and(eq(messageActions.connectionId, connectionId), inArray(messageActions.whatsappId, [...whatsappIds]), isPending)

/** WhatsApp took these; ids that are no actions are passed over. */
export async function recordActionsSent(tx: Tx, connectionId: string, whatsappIds: readonly string[], now: Date) {
  if (whatsappIds.length === 0) return
  await tx.update(messageActions).set({ sentAt: now }).where(named(connectionId, whatsappIds))
}

/** Refused for good: the error stays, and the row shows again what is true on the customer's phone. */
export async function recordActionRefused(tx: Tx, connectionId: string, whatsappId: string, code: string, now: Date) {
  const [action] = await tx
    .update(messageActions)
    .set({ error: code })
    .where(named(connectionId, [whatsappId]))
    .returning()
  if (!action) return
  const refused = sql`coalesce(${messages.details}, '{}') || jsonb_build_object('refused',
    jsonb_build_object('kind', ${action.kind}::text, 'code', ${code}::text))`
  await tx.update(messages).set({ details: refused, updatedAt: now }).where(eq(messages.id, action.messageId))
  const next = await followerOf(tx, action)
  if (!next) return putBack(tx, action, now)
  // The row shows the newer one; should that be refused too, what was before both is true.
  const { previous, previousEditedAt } = action
  await tx.update(messageActions).set({ previous, previousEditedAt }).where(eq(messageActions.id, next.id))
}

async function followerOf(tx: Tx, { id, messageId, kind, createdAt }: MessageAction) {
  const [next] = await tx
    .select({ id: messageActions.id })
    .from(messageActions)
    .where(
      and(
        eq(messageActions.messageId, messageId),
        eq(messageActions.kind, kind),
        isNull(messageActions.error),
        or(
          gt(messageActions.createdAt, createdAt),
          and(eq(messageActions.createdAt, createdAt), gt(messageActions.id, id)),
        ),
      ),
    )
    .orderBy(asc(messageActions.createdAt), asc(messageActions.id))
    .limit(1)
  return next
}

/** Unless the owner's phone changed it meanwhile. */
async function putBack(tx: Tx, { kind, messageId, content, previous, previousEditedAt }: MessageAction, now: Date) {
  const change = (values: object, shown = sql`true`) =>
    tx
      .update(messages)
      .set({ ...values, updatedAt: now })
      .where(and(eq(messages.id, messageId), shown))
      .returning({ id: messages.id, ticketId: messages.ticketId })
  if (kind === 'react') {
    const shown = sql`coalesce(${messages.reactions} ->> 'me', '') = ${content}`
    return void (await change({ reactions: ownReaction(previous) }, shown))
  }
  const [message] =
    kind === 'delete'
      ? await change({ isDeleted: false })
      : await change({ body: previous, editedAt: previousEditedAt }, eq(messages.body, content))
  if (message) await showInList(tx, now, message)
}
