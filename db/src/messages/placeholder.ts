// A message that came and could not be decrypted yet: its row keeps its place while WhatsApp is asked to send it again, under the same id.
// Server only, in the receiver's transaction and under the chat's lock. Invariant: what was asked for is shown once, in the place of the
// first attempt; when it turns out to be no message (a reaction, an edit, WhatsApp's own), nothing of it is left.
import { and, eq, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { tickets } from '../tickets/table.ts'
import type { InboundMessage, InboundOrigin } from './inbound.ts'
import { showInList, showLastInList } from './show-in-list.ts'
import { messages, type Message } from './table.ts'

const undecryptable = 'undecryptable'

/** What is known of it: that there is something. */
export const placeholderContent = {
  mediaType: 'unsupported',
  body: '',
  details: { unsupported: undecryptable },
} as const

export const isPlaceholder = ({ mediaType, details }: Pick<InboundMessage, 'mediaType' | 'details'>) =>
  mediaType === placeholderContent.mediaType && details?.unsupported === undecryptable

/** The same of a row. */
export const isPlaceholderRow = and(
  eq(messages.mediaType, placeholderContent.mediaType),
  sql`${messages.details} ->> 'unsupported' = ${undecryptable}`,
)

type MessageName = Pick<InboundOrigin, 'connectionId' | 'whatsappId'>

const ofPlaceholder = ({ connectionId, whatsappId }: MessageName) =>
  and(eq(messages.connectionId, connectionId), eq(messages.whatsappId, whatsappId), isPlaceholderRow)

/** Puts what came at last into the row of the first attempt, which is there. */
export async function fillPlaceholder(tx: Tx, name: MessageName, content: Partial<Message>, { now }: MutationContext) {
  const [filled] = await tx
    .update(messages)
    .set({ ...content, updatedAt: now })
    .where(ofPlaceholder(name))
    .returning({ id: messages.id, ticketId: messages.ticketId })
  if (!filled) throw new Error('only a placeholder is filled')
  await showInList(tx, now, filled)
  return filled
}

/** The message of this id was none: a ticket that it alone had opened goes with it. */
export async function dropPlaceholder(tx: Tx, name: MessageName, { now }: MutationContext) {
  const [gone] = await tx.delete(messages).where(ofPlaceholder(name)).returning({ ticketId: messages.ticketId })
  if (!gone) return
  if ((await tx.$count(messages, eq(messages.ticketId, gone.ticketId))) === 0) {
    await tx.delete(tickets).where(eq(tickets.id, gone.ticketId))
    return
  }
  const unreadMessages = sql`greatest(${tickets.unreadMessages} - 1, 0)`
  await tx.update(tickets).set({ unreadMessages }).where(eq(tickets.id, gone.ticketId))
  await showLastInList(tx, now, gone.ticketId)
}
