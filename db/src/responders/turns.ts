// A turn: an answer that is owed, from its claim to its end. Each function is one transaction of a worker's, which locks the ticket before the
// turn, as receiving does; the responder is asked between two of them, outside of any.
//
//   owed ──take──► asked (leased) ──record──► being said ──say, one reply at a time──► ended: nothing is owed, or what came meanwhile
//     ▲               │ its worker died: the lease ends
//     └───────────────┘
// Invariants: a ticket has one turn; what was answered is recorded once, together with its first reply; each reply is one own message, written in
// the transaction that counts it; nothing is said once the ticket is not the responder's; leases and what is due are of
// Postgres' clock, so that a worker whose clock is wrong neither loses its lease nor keeps it.
import { and, asc, eq, exists, lt, or, isNull, sql } from 'drizzle-orm'
import { isInGoodStanding } from '../companies/rules.ts'
import { companies } from '../companies/table.ts'
import { databaseNow } from '../kit/database-now.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { messages } from '../messages/table.ts'
import { latestCycle } from '../tickets/cycles.ts'
import { tickets, type Ticket } from '../tickets/table.ts'
import { fit, type Answer } from './answer.ts'
import { carryOutEnd } from './end-turn.ts'
import { featureOf, isHeldBy } from './kinds.ts'
import { dropTurn } from './owe.ts'
import { sayReply } from './say-reply.ts'
import { responderSessions, responderTurns, type Turn } from './table.ts'

/** A worker that asks says so every few seconds; one that does not is believed dead. */
export const leaseMs = 15_000
/** What asks for patience is asked again so often. */
const mostTries = 6
/** In one ticket since it was opened: beyond that two machines are talking to each other. */
const mostAnswers = 200

export type Taken =
  /** Nothing is owed, or somebody else gives it. */
  | { kind: 'none' }
  /** Look again after so long. */
  | { kind: 'due'; afterMs: number }
  | { kind: 'ask'; turn: Turn; ticket: Ticket }
  /** A reply was said; there may be more to do. */
  | { kind: 'said' }

/** The next step of the ticket's turn, by `owner`. */
export async function takeTurn(tx: Tx, ticketId: string, owner: string, ctx: MutationContext): Promise<Taken> {
  const found = await lockTurn(tx, ticketId)
  if (!found) return { kind: 'none' }
  const { turn, ticket } = found
  const now = await databaseNow(tx)
  if (turn.owner !== null && turn.owner !== owner && turn.leaseUntil !== null && turn.leaseUntil > now) {
    return { kind: 'none' }
  }
  if (turn.dueAt > now) return { kind: 'due', afterMs: turn.dueAt.getTime() - now.getTime() }
  if (!(await isStillHeld(tx, ticket, turn, ctx))) {
    await dropTurn(tx, ticketId)
    return { kind: 'none' }
  }
  if (turn.answer) {
    await goOn(tx, { turn, ticket }, turn.answer, ctx)
    return { kind: 'said' }
  }
  const lease = { owner, leaseUntil: new Date(now.getTime() + leaseMs), askedId: turn.messageId }
  await tx.update(responderTurns).set(lease).where(eq(responderTurns.ticketId, ticketId))
  return { kind: 'ask', turn: { ...turn, ...lease }, ticket }
}

/** What was answered to `asked`, and as much of it as is to be said now. Nothing where the turn went to others meanwhile. */
export async function recordAnswer(tx: Tx, asked: Turn, given: Answer, ctx: MutationContext): Promise<void> {
  const found = await lockTurn(tx, asked.ticketId)
  if (!found || !isSameTurn(found.turn, asked)) return
  const { ticket } = found
  if (!(await isStillHeld(tx, ticket, found.turn, ctx))) return dropTurn(tx, ticket.id)
  const answers = await keepState(tx, found.turn, given.state, ctx)
  const answer = fit(answers > mostAnswers ? { ...given, next: { kind: 'people', reason: 'too_many' } } : given)
  const dueAt = dueAfter(answer, 0, await databaseNow(tx))
  const turn = { ...found.turn, answer, said: 0, dueAt, owner: null, leaseUntil: null }
  const { owner, leaseUntil } = turn
  const saved = { answer, said: 0, dueAt, owner, leaseUntil }
  await tx.update(responderTurns).set(saved).where(eq(responderTurns.ticketId, ticket.id))
  await goOn(tx, { turn, ticket }, answer, ctx)
}

/**
 * Keeps `state` before the service is asked for what it does not forget: whoever is asked again, since this worker died or had no answer, finds it.
 * False when the turn is somebody else's by now. Takes no lock of the ticket.
 */
export async function noteState(tx: Tx, asked: Turn, state: unknown): Promise<boolean> {
  const { ticketId, responder, responderId } = asked
  const isIts = and(
    eq(responderSessions.ticketId, ticketId),
    eq(responderSessions.responder, responder),
    sql`${responderSessions.responderId} is not distinct from ${responderId}`,
    exists(tx.select({ id: responderTurns.ticketId }).from(responderTurns).where(isTurn(asked))),
  )
  const noted = await tx
    .update(responderSessions)
    .set({ state: state ?? {} })
    .where(isIts)
    .returning({ id: responderSessions.ticketId })
  return noted.length > 0
}

/** It is asked again after so long; false when that was too often. */
export async function postpone(tx: Tx, asked: Turn, afterMs: number, ctx: MutationContext): Promise<boolean> {
  if (asked.tries + 1 >= mostTries) return false
  const dueAt = new Date((await databaseNow(tx)).getTime() + afterMs)
  await tx
    .update(responderTurns)
    .set({ tries: asked.tries + 1, dueAt, owner: null, leaseUntil: null, askedId: null })
    .where(isTurn(asked))
  ctx.effects.answer(asked.ticketId)
  return true
}

/** Its worker ends before there is an answer: another one may ask at once. */
export async function giveUpLease(tx: Tx, asked: Turn): Promise<void> {
  await tx.update(responderTurns).set({ owner: null, leaseUntil: null, askedId: null }).where(isTurn(asked))
}

/** False when it is somebody else's by now. */
export async function renewLease(tx: Tx, asked: Turn, now: Date): Promise<boolean> {
  const rows = await tx
    .update(responderTurns)
    .set({ leaseUntil: new Date(now.getTime() + leaseMs) })
    .where(isTurn(asked))
    .returning({ id: responderTurns.ticketId })
  return rows.length > 0
}

/** Turns that nobody has in hand though they are due: their job was lost with its worker. */
export function forgottenTurns(tx: Tx, now: Date, limit: number) {
  const isFree = or(isNull(responderTurns.leaseUntil), lt(responderTurns.leaseUntil, now))
  return tx
    .select({ ticketId: responderTurns.ticketId, companyId: responderTurns.companyId })
    .from(responderTurns)
    .where(and(lt(responderTurns.dueAt, now), isFree))
    .orderBy(asc(responderTurns.dueAt))
    .limit(limit)
}

const isSameTurn = (turn: Turn, asked: Turn) =>
  turn.owner === asked.owner && turn.askedId === asked.askedId && turn.answer === null

const isTurn = ({ ticketId, owner, askedId }: Turn) =>
  and(
    eq(responderTurns.ticketId, ticketId),
    sql`${responderTurns.owner} is not distinct from ${owner}`,
    sql`${responderTurns.askedId} is not distinct from ${askedId}`,
    isNull(responderTurns.answer),
  )

async function lockTurn(tx: Tx, ticketId: string): Promise<{ turn: Turn; ticket: Ticket } | null> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId)).for('update')
  if (!ticket) return null
  const [turn] = await tx.select().from(responderTurns).where(eq(responderTurns.ticketId, ticketId)).for('update')
  return turn ? { turn, ticket } : null
}

/** A person took it, the customer left it, the company does not pay, or its plan has no such thing: nothing is said. */
async function isStillHeld(tx: Tx, ticket: Ticket, turn: Turn, { now, graceDays = 0 }: MutationContext) {
  const ref = { kind: turn.responder, id: turn.responderId }
  if (ticket.status !== 'pending' || !ticket.chatbot || !isHeldBy(ticket, ref)) return false
  const [company] = await tx.select().from(companies).where(eq(companies.id, ticket.companyId))
  if (!company || !isInGoodStanding(company, now, graceDays)) return false
  if (!company.features.includes(featureOf[turn.responder])) return false
  return !(await latestCycle(tx, ticket.id))?.acceptedAt
}

/** Says what is due, one transaction at least one reply, and ends the turn behind the last one. */
async function goOn(tx: Tx, at: { turn: Turn; ticket: Ticket }, answer: Answer, ctx: MutationContext): Promise<void> {
  const { ticket } = at
  const now = await databaseNow(tx)
  let { said, dueAt } = at.turn
  while (said < answer.replies.length && dueAt <= now) {
    const reply = answer.replies[said]
    if (reply) await sayReply(tx, ticket, reply, ctx)
    said++
    dueAt = dueAfter(answer, said, now)
  }
  if (said < answer.replies.length) {
    await tx.update(responderTurns).set({ said, dueAt }).where(eq(responderTurns.ticketId, ticket.id))
    ctx.effects.answer(ticket.id)
    return
  }
  await carryOutEnd(tx, ticket, answer, ctx)
  if (answer.next.kind === 'wait' && at.turn.messageId !== at.turn.askedId) return oweTheRest(tx, at.turn, ctx)
  await dropTurn(tx, ticket.id)
}

const dueAfter = ({ replies }: Answer, said: number, now: Date) =>
  new Date(now.getTime() + (replies[said]?.delayMs ?? 0))

/** The customer went on while they were answered. */
async function oweTheRest(tx: Tx, { ticketId, askedId }: Turn, ctx: MutationContext) {
  const behind = tx
    .select({ at: sql`${messages.createdAt} + interval '1 millisecond'` })
    .from(messages)
    .where(eq(messages.id, askedId ?? ticketId))
  const anew = { answer: null, said: 0, tries: 0, askedId: null, dueAt: sql`now()`, isChoice: false }
  await tx
    .update(responderTurns)
    .set({ ...anew, since: sql`coalesce((${behind}), ${responderTurns.since})` })
    .where(eq(responderTurns.ticketId, ticketId))
  ctx.effects.answer(ticketId)
}

/** Resolves with how often this responder answered in the ticket since it was opened. */
async function keepState(tx: Tx, turn: Turn, state: unknown, { now }: MutationContext): Promise<number> {
  const { ticketId, companyId, responder, responderId } = turn
  const row = { responder, responderId, state: state ?? {}, updatedAt: now }
  const isSame = sql`(${responderSessions.responder}, ${responderSessions.responderId}) is not distinct from
    (excluded.responder, excluded.responder_id)`
  const [kept] = await tx
    .insert(responderSessions)
    .values({ ticketId, companyId, ...row, answers: 1, startedAt: now })
    .onConflictDoUpdate({
      target: responderSessions.ticketId,
      set: {
        ...row,
        answers: sql`case when ${isSame} then ${responderSessions.answers} + 1 else 1 end`,
        startedAt: sql`case when ${isSame} then ${responderSessions.startedAt} else excluded.started_at end`,
      },
    })
    .returning({ answers: responderSessions.answers })
  return kept?.answers ?? 1
}
