// The bot in the inbound pipeline, in the transaction that stored a customer's message: reads what the machine (flow.ts) needs, lets it
// decide, and writes the ticket's state and the answers, which are own messages that wait to be sent. Server only.
// Invariant: it answers only in a pending ticket of a chat of two that nobody has accepted since it was opened.
import { and, asc, eq } from 'drizzle-orm'
import { isInGoodStanding } from '../companies/rules.ts'
import { companies } from '../companies/table.ts'
import { connections } from '../connections/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { mediaColumns, noMedia } from '../media/media-args.ts'
import { textFiller } from '../messages/automatic.ts'
import { insertOwnMessage } from '../messages/own-message.ts'
import { messages } from '../messages/table.ts'
import { connectionQueues, queueOptions, queues } from '../queues/table.ts'
import { defaultSettings, settings } from '../settings/table.ts'
import { latestCycle } from '../tickets/cycles.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { answer, newBotState, type BotReply, type BotSetup, type BotState } from './flow.ts'

interface CustomerMessage {
  ticketId: string
  /** Empty of kinds without text. */
  text: string
  /** It opened the ticket. */
  isFirst: boolean
}

/** Returns the ids of the answers, which its caller has to have sent. */
export async function answerCustomer(
  tx: Tx,
  { ticketId, text, isFirst }: CustomerMessage,
  ctx: MutationContext,
): Promise<readonly string[]> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
  if (!ticket || ticket.status !== 'pending' || ticket.isGroup) return []
  // Given back by a person, it waits for people.
  if ((await latestCycle(tx, ticketId))?.acceptedAt) return []
  const setup = await readSetup(tx, ticket, ctx)
  if (!setup) return []
  const step = answer(text, isFirst ? newBotState : stateOf(ticket), setup, ctx.now)
  await writeState(tx, ticket, step.state, ctx.now)
  if (step.replies.length === 0) return []
  const fill = await textFiller(tx, ticket, ctx.now)
  const now = { ...ticket, queueId: step.state.queueId }
  const ids: string[] = []
  for (const reply of step.replies) {
    const id = newId()
    await insertOwnMessage(tx, ctx, now, id, await contentOf(tx, reply, fill, ctx))
    ids.push(id)
  }
  return ids
}

function stateOf({ queueId, chatbot, botOptionId, botMenus, botMenuAt, outOfHoursAt }: Ticket): BotState {
  return { queueId, chatbot, botOptionId, botMenus, botMenuAt, outOfHoursAt }
}

/** The queue's messages move with the ticket: they are seen by the same people. */
async function writeState(tx: Tx, ticket: Ticket, state: BotState, now: Date) {
  const before = JSON.stringify(stateOf(ticket))
  if (JSON.stringify(state) === before) return
  await tx
    .update(tickets)
    .set({ ...state, updatedAt: now })
    .where(eq(tickets.id, ticket.id))
  if (state.queueId === ticket.queueId) return
  await tx.update(messages).set({ queueId: state.queueId, updatedAt: now }).where(eq(messages.ticketId, ticket.id))
}

/** Null: the company is overdue, and its bot is silent. */
async function readSetup(
  tx: Tx,
  { companyId, connectionId }: Ticket,
  { now, graceDays = 0 }: MutationContext,
): Promise<BotSetup | null> {
  const [found] = await tx
    .select({ company: companies, connection: connections, chosen: settings })
    .from(companies)
    .innerJoin(connections, eq(connections.id, connectionId))
    .leftJoin(settings, eq(settings.id, companies.id))
    .where(eq(companies.id, companyId))
  if (!found) throw new Error('a ticket has its company and connection')
  const { company, connection, chosen } = found
  if (!isInGoodStanding(company, now, graceDays)) return null
  const { scheduleType } = chosen ?? defaultSettings
  const { greetingMessage, outOfHoursMessage, maxUseBotQueues, timeUseBotQueues } = connection
  const texts = { greetingMessage, outOfHoursMessage, maxUseBotQueues, timeUseBotQueues }
  const hours = { scheduleType, companyHours: company.hours, timeZone: company.timeZone }
  return { ...texts, ...hours, queues: await readQueues(tx, connectionId) }
}

async function readQueues(tx: Tx, connectionId: string): Promise<BotSetup['queues']> {
  const offered = await tx
    .select({ queue: queues })
    .from(connectionQueues)
    .innerJoin(queues, eq(queues.id, connectionQueues.queueId))
    .where(eq(connectionQueues.connectionId, connectionId))
    .orderBy(asc(queues.orderQueue), asc(queues.name))
  const options = await tx
    .select({ option: queueOptions })
    .from(queueOptions)
    .innerJoin(connectionQueues, eq(connectionQueues.queueId, queueOptions.queueId))
    .where(and(eq(connectionQueues.connectionId, connectionId)))
  return offered.map(({ queue }) => ({
    ...queue,
    options: options.map(({ option }) => option).filter(({ queueId }) => queueId === queue.id),
  }))
}

async function contentOf(
  tx: Tx,
  { text, mediaHash, mediaName }: BotReply,
  fill: (text: string) => string,
  ctx: MutationContext,
) {
  const body = fill(text)
  if (mediaHash === null) return { ...noMedia, mediaType: 'chat', body }
  // Type and size are those of the stored file.
  const file = { hash: mediaHash, mime: '', name: mediaName ?? mediaHash.slice(0, 8), size: 1 }
  return { ...(await mediaColumns(tx, file, ctx)), body }
}
