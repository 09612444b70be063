// The list of tickets shows each ticket's last message: it is written anew when that message was changed, or is another one.
import { desc, eq } from 'drizzle-orm'
import type { Tx } from '../kit/define-mutation.ts'
import { tickets } from '../tickets/table.ts'
import { lastMessageColumns } from './last-message.ts'
import { messages, type Message } from './table.ts'

/** A message was changed: when it is its ticket's last one, the list shows it as it is now. */
export async function showInList(tx: Tx, now: Date, { id, ticketId }: Pick<Message, 'id' | 'ticketId'>) {
  const last = await lastOf(tx, ticketId)
  if (last?.id === id) await show(tx, now, last)
}

/** A message is gone: the list shows what is the ticket's last one now. */
export async function showLastInList(tx: Tx, now: Date, ticketId: string) {
  const last = await lastOf(tx, ticketId)
  if (last) await show(tx, now, last)
}

async function lastOf(tx: Tx, ticketId: string) {
  const [last] = await tx
    .select()
    .from(messages)
    .where(eq(messages.ticketId, ticketId))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(1)
  return last
}

async function show(tx: Tx, now: Date, last: Message) {
  await tx
    .update(tickets)
    .set({ ...lastMessageColumns(last), updatedAt: now })
    .where(eq(tickets.id, last.ticketId))
}
