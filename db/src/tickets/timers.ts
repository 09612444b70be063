// What happens to tickets by itself, as time passes: those without a queue are moved to one, those whose customer fell silent are closed.
// Run by a job of the worker each minute. Server only. Idempotent: what was moved or closed is no longer due.
// Invariant: each ticket is handled for its own company, and by one run at a time (its row is locked).
import { and, eq, gt, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { moveByTime } from '../bot/answer-customer.ts'
import { inGoodStanding, type Clock } from '../companies/standing.ts'
import { companies } from '../companies/table.ts'
import { connections } from '../connections/table.ts'
import type { Tx } from '../kit/define-mutation.ts'
import type { Effects } from '../kit/effects.ts'
import { ack, messages } from '../messages/table.ts'
import { sendAutomatic } from '../messages/automatic.ts'
import { ticketCycles } from './cycles-table.ts'
import { announceWaiting } from './announce-waiting.ts'
import { recordEvent } from './events.ts'
import { botAfterClose, transition } from './rules.ts'
import { tickets } from './table.ts'
import { systemContext } from '../kit/system-context.ts'

/**
 * Connections' sendIdQueue and timeSendQueue: pending without a queue for that many minutes. The queue greets the customer, and its people
 * are notified. Resolves with how many, at most `limit`.
 */
export async function moveWaitingTickets(tx: Tx, clock: Clock, limit: number, effects: Effects): Promise<number> {
  const due = await tx
    .select({ ticket: tickets, queueId: connections.sendIdQueue })
    .from(tickets)
    .innerJoin(connections, eq(connections.id, tickets.connectionId))
    .innerJoin(ticketCycles, and(eq(ticketCycles.ticketId, tickets.id), isNull(ticketCycles.closedAt)))
    .where(
      and(
        eq(tickets.status, 'pending'),
        isNull(tickets.queueId),
        isNotNull(connections.sendIdQueue),
        gt(connections.timeSendQueue, 0),
        isNull(connections.deletedAt),
        isPast(ticketCycles.startedAt, connections.timeSendQueue, clock.now),
      ),
    )
    .limit(limit)
    .for('update', { of: tickets, skipLocked: true })
  for (const { ticket, queueId } of due) {
    if (queueId === null) continue
    const ctx = systemContext(ticket.companyId, effects, clock)
    await moveByTime(tx, ticket, queueId, ctx)
    await recordEvent(tx, ctx, { ...ticket, queueId }, { kind: 'transferred', toQueueId: queueId })
    await announceWaiting(tx, [ticket.id], ctx)
  }
  return due.length
}

/**
 * Connections' expiresTicket: that many minutes since our last message, which arrived, and no answer. Those that wait for us are not
 * closed, nor are groups, nor anything of an overdue company. What another system says through the messages API answers nobody.
 */
export async function closeInactiveTickets(tx: Tx, clock: Clock, limit: number, effects: Effects): Promise<number> {
  const { now } = clock
  const due = await tx
    .select({ ticket: tickets, text: connections.expiresInactiveMessage })
    .from(tickets)
    .innerJoin(companies, eq(companies.id, tickets.companyId))
    .innerJoin(connections, eq(connections.id, tickets.connectionId))
    .where(
      and(
        ne(tickets.status, 'closed'),
        inGoodStanding(clock),
        or(eq(tickets.status, 'open'), eq(tickets.chatbot, true)),
        eq(tickets.isGroup, false),
        eq(tickets.lastMessageFromMe, true),
        gt(connections.expiresTicket, 0),
        isNull(connections.deletedAt),
        isPast(tickets.lastMessageAt, connections.expiresTicket, now),
        notExists(notSent(tx)),
        isAnswered,
      ),
    )
    .limit(limit)
    .for('update', { of: tickets, skipLocked: true })
  for (const { ticket, text } of due) {
    const change = transition('close', ticket, { userId: null, now })
    await tx
      .update(tickets)
      .set({ ...change, ...botAfterClose(ticket), updatedAt: now })
      .where(eq(tickets.id, ticket.id))
    const ctx = systemContext(ticket.companyId, effects, clock)
    await recordEvent(tx, ctx, ticket, { kind: 'closed' })
    await sendAutomatic(tx, { ...ticket, ...change }, text, ctx)
  }
  return due.length
}

const isPast = (since: PgColumn, minutes: PgColumn, now: Date) =>
  sql`${since} <= ${now.toISOString()}::timestamptz - make_interval(mins => ${minutes})`

/** But for the messages API's, the last word is ours. */
const isAnswered = sql`coalesce((
  select m.from_me from messages m
  where m.ticket_id = ${tickets.id} and not exists (select from api_messages a where a.message_id = m.id)
  order by m.created_at desc, m.id desc limit 1), true)`

/** What the customer can't have seen they can't answer. */
const notSent = (tx: Tx) =>
  tx
    .select({ one: sql`1` })
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, tickets.id),
        eq(messages.fromMe, true),
        sql`${messages.ack} < ${ack.sent}`,
        sql`${messages.createdAt} >= ${tickets.lastMessageAt}`,
      ),
    )
