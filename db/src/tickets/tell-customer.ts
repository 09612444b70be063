// What a customer is told when something happens to their ticket, in the transaction in which it happens. Server only; groups are told
// nothing. Which words, and whether, is decided in closing.ts and texts.ts and by the company's settings.
import { eq } from 'drizzle-orm'
import { connections } from '../connections/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { sendAutomatic } from '../messages/automatic.ts'
import { queues } from '../queues/table.ts'
import { settingsOf } from '../settings/mutations.ts'
import { users } from '../users/table.ts'
import { goodbye } from './closing.ts'
import { changeCycle, latestCycle } from './cycles.ts'
import type { Ticket } from './table.ts'
import { acceptedText, transferText } from './texts.ts'

/** Setting sendGreetingAccepted: the attendant takes over. */
export async function tellAccepted(tx: Tx, ticket: Ticket, ctx: MutationContext) {
  if (!isTold(ticket, ctx) || ctx.actor.kind !== 'user') return
  const { sendGreetingAccepted } = await settingsOf(tx, ticket.companyId)
  if (sendGreetingAccepted === 'enabled')
    await sendAutomatic(tx, ticket, acceptedText(await userName(tx, ctx.actor)), ctx)
}

/** Setting sendMsgTransfTicket. `ticket` is as it was, `moved` what became of it. */
export async function tellTransferred(tx: Tx, ticket: Ticket, moved: Ticket, ctx: MutationContext) {
  if (!isTold(ticket, ctx)) return
  const { sendMsgTransfTicket } = await settingsOf(tx, ticket.companyId)
  if (sendMsgTransfTicket !== 'enabled') return
  const { queueId, userId } = moved
  const queue = queueId === null || queueId === ticket.queueId ? null : await queueName(tx, queueId)
  const user = userId === null || userId === ticket.userId ? null : await userName(tx, { userId })
  await sendAutomatic(tx, moved, transferText({ queue, user }) ?? '', ctx)
}

/** A question for a rating, or a farewell. The cycle is closed already. */
export async function tellClosed(tx: Tx, ticket: Ticket, ctx: MutationContext) {
  if (!isTold(ticket, ctx)) return
  const cycle = await latestCycle(tx, ticket.id)
  const closed = { isGroup: ticket.isGroup, wasAccepted: cycle !== null && cycle.acceptedAt !== null }
  const [connection] = await tx.select().from(connections).where(eq(connections.id, ticket.connectionId))
  if (!connection) throw new Error('a ticket has its connection')
  const words = goodbye(closed, await settingsOf(tx, ticket.companyId), connection)
  if (!words) return
  await sendAutomatic(tx, ticket, words.text, ctx)
  if (words.kind === 'rating' && cycle) await changeCycle(tx, cycle.id, { ratingAskedAt: ctx.now })
}

const isTold = ({ isGroup }: Ticket, { side }: MutationContext) => side === 'server' && !isGroup

async function userName(tx: Tx, { userId }: { userId: string }) {
  const [user] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId))
  return user?.name ?? ''
}

async function queueName(tx: Tx, id: string) {
  const [queue] = await tx.select({ name: queues.name }).from(queues).where(eq(queues.id, id))
  return queue?.name ?? ''
}
