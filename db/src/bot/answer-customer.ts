// The bot in the transaction that stored a customer's message, or in which time moved their ticket: reads what the machine (flow.ts)
// needs, lets it decide, and writes the ticket's state and the answers, which are own messages that wait to be sent. Server only.
// Invariant: it answers only in a pending ticket of a chat of two that nobody has accepted since it was opened.
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { isInGoodStanding } from '../companies/rules.ts'
import { companies } from '../companies/table.ts'
import { connections } from '../connections/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { storedFileColumns } from '../media/media-args.ts'
import { textFiller } from '../messages/automatic.ts'
import { insertOwnMessage } from '../messages/own-message.ts'
import { messages } from '../messages/table.ts'
import { connectionQueues, queueOptions, queues } from '../queues/table.ts'
import { readChosen, type Chosen } from '../responders/choose.ts'
import { dropTurn, owe } from '../responders/owe.ts'
import { defaultSettings, settings } from '../settings/table.ts'
import { latestCycle, type TicketCycle } from '../tickets/cycles.ts'
import { botReset } from '../tickets/rules.ts'
import { botStateOf, tickets, type Ticket } from '../tickets/table.ts'
import { answer, moveTo, type BotQueue, type BotSetup, type BotState, type BotStep } from './flow.ts'

interface CustomerMessage {
  id: string
  ticketId: string
  /** Empty of kinds without text. */
  text: string
}

export async function answerCustomer(
  tx: Tx,
  { id, ticketId, text }: CustomerMessage,
  ctx: MutationContext,
): Promise<void> {
  const [[ticket], cycle] = await Promise.all([
    tx.select().from(tickets).where(eq(tickets.id, ticketId)),
    latestCycle(tx, ticketId),
  ])
  if (ticket?.status !== 'pending' || !isForBot(ticket, cycle)) return
  const setup = await readSetup(tx, ticket, ctx)
  if (!setup) return
  const step = answer(text, botStateOf(ticket), setup, ctx.now)
  await carryOut(tx, ticket, step, ctx)
  if (step.asks) await owe(tx, ticket, { messageId: id, ...step.asks }, ctx)
  else if (step.state.responder === null && ticket.responder !== null) await dropTurn(tx, ticketId)
}

/** Time moves a ticket that waits without a queue to one, whose people take over. */
export async function moveByTime(tx: Tx, ticket: Ticket, queueId: string, ctx: MutationContext) {
  const moved = { ...ticket, queueId }
  const setup = isForBot(ticket, await latestCycle(tx, ticket.id)) ? await readSetup(tx, moved, ctx) : null
  const queue = setup && [...setup.queues, setup.elsewhere].find((each) => each?.id === queueId)
  const silently: BotStep = { state: { ...botStateOf(moved), chatbot: false, ...botReset }, replies: [] }
  await carryOut(tx, ticket, queue ? moveTo(queue, botStateOf(ticket), setup, ctx.now) : silently, ctx)
}

/** Given back by a person, it waits for people. */
const isForBot = ({ isGroup }: Ticket, cycle: TicketCycle | null) => !isGroup && !cycle?.acceptedAt

/** Writes what the machine decided, and what it says. */
async function carryOut(tx: Tx, ticket: Ticket, step: BotStep, ctx: MutationContext): Promise<void> {
  await writeState(tx, ticket, step.state, ctx.now)
  if (step.replies.length === 0) return
  const fill = await textFiller(tx, ticket, ctx.now)
  const now = { ...ticket, queueId: step.state.queueId }
  for (const reply of step.replies) {
    const said = { ...(await storedFileColumns(tx, reply, ctx)), body: fill(reply.text) }
    await insertOwnMessage(tx, ctx, now, newId(), said)
  }
}

/** The queue's messages move with the ticket: they are seen by the same people. */
async function writeState(tx: Tx, ticket: Ticket, state: BotState, now: Date) {
  const before = JSON.stringify(botStateOf(ticket))
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
  ticket: Pick<Ticket, 'companyId' | 'connectionId' | 'queueId'>,
  { now, graceDays = 0 }: MutationContext,
): Promise<BotSetup | null> {
  const [found] = await tx
    .select({ company: companies, connection: connections, set: settings })
    .from(companies)
    .innerJoin(connections, eq(connections.id, ticket.connectionId))
    .leftJoin(settings, eq(settings.id, companies.id))
    .where(eq(companies.id, ticket.companyId))
  if (!found) throw new Error('a ticket has its company and connection')
  const { company, connection, set } = found
  if (!isInGoodStanding(company, now, graceDays)) return null
  const { scheduleType } = set ?? defaultSettings
  const { greetingMessage, outOfHoursMessage, maxUseBotQueues, timeUseBotQueues } = connection
  const texts = { greetingMessage, outOfHoursMessage, maxUseBotQueues, timeUseBotQueues }
  const hours = { scheduleType, companyHours: company.hours, timeZone: company.timeZone }
  const [chosen, offered] = await Promise.all([readChosen(tx, company, connection), findQueues(tx, ticket)])
  return { ...texts, ...hours, responder: chosen.ofConnection, ...(await withTrees(tx, offered, chosen)) }
}

interface FoundQueue {
  queue: typeof queues.$inferSelect
  isOffered: boolean
}

/** Those that the connection offers, and the one that has the ticket. */
async function findQueues(
  tx: Tx,
  { companyId, connectionId, queueId }: Pick<Ticket, 'companyId' | 'connectionId' | 'queueId'>,
): Promise<FoundQueue[]> {
  const isOffered = and(eq(connectionQueues.queueId, queues.id), eq(connectionQueues.connectionId, connectionId))
  return tx
    .select({ queue: queues, isOffered: sql<boolean>`${connectionQueues.id} is not null` })
    .from(queues)
    .leftJoin(connectionQueues, isOffered)
    .where(
      and(
        eq(queues.companyId, companyId),
        or(isNotNull(connectionQueues.id), queueId === null ? undefined : eq(queues.id, queueId)),
      ),
    )
    .orderBy(asc(queues.orderQueue), asc(queues.name))
}

async function withTrees(
  tx: Tx,
  found: readonly FoundQueue[],
  chosen: Chosen,
): Promise<Pick<BotSetup, 'queues' | 'elsewhere'>> {
  const trees = await readTrees(
    tx,
    found.map(({ queue }) => queue.id),
  )
  const withOptions = ({ queue }: FoundQueue) => ({
    ...queue,
    options: trees.get(queue.id) ?? [],
    responder: chosen.ofQueue(queue),
  })
  const other = found.find((each) => !each.isOffered)
  return {
    queues: found.filter((each) => each.isOffered).map(withOptions),
    elsewhere: other ? withOptions(other) : null,
  }
}

async function readTrees(tx: Tx, queueIds: readonly string[]): Promise<Map<string, BotQueue['options']>> {
  if (queueIds.length === 0) return new Map()
  const options = await tx
    .select()
    .from(queueOptions)
    .where(inArray(queueOptions.queueId, [...queueIds]))
  return Map.groupBy(options, (option) => option.queueId)
}
