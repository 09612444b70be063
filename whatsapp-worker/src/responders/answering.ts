// Has owed answers given: takes a turn, asks its responder outside of any transaction, records what it said (db/src/responders/turns.ts). Jobs and
// a look at the rows every few seconds only wake; a worker that dies leaves a lease that ends.
// Invariants: one answer at a time a ticket; at most `atOnce` responders are asked at the same time here; an answer that fails, takes too long or
// comes of a kind that nobody knows hands over to people.
import { databaseNow } from 'db/kit/database-now.ts'
import { systemContext } from 'db/kit/system-context.ts'
import type { MutationContext } from 'db/kit/define-mutation.ts'
import { answerJob, answerQueue } from 'db/jobs.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { handOver, type Answer, type AskLater } from 'db/responders/answer.ts'
import { readConversation } from 'db/responders/conversation.ts'
import type { Turn } from 'db/responders/table.ts'
import {
  forgottenTurns,
  giveUpLease,
  leaseMs,
  noteState,
  postpone,
  recordAnswer,
  renewLease,
  takeTurn,
} from 'db/responders/turns.ts'
import { tickets, type Ticket } from 'db/tickets/table.ts'
import { eq } from 'drizzle-orm'
import { consume, type StopConsuming } from '../consume.ts'
import type { Log } from '../logger.ts'
import type { Responders } from './registry.ts'

/** They wait for somebody else's machine, and cost this one next to nothing. */
const atOnce = 64
const lookMs = 5_000

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
  notifies: boolean
  graceDays: number
  workerId: string
  responders: Responders
  /** How long an answer may take. */
  longestMs?: number
}

export class Answering {
  readonly #parts: Parts
  /** Tickets whose turn is in hand here; true: look again behind it. */
  readonly #inHand = new Map<string, boolean>()
  readonly #waiting: string[] = []
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The ticket may have something due. */
  wake(ticketId: string) {
    if (this.#stopping.signal.aborted) return
    if (this.#inHand.has(ticketId)) return void this.#inHand.set(ticketId, true)
    if (this.#inHand.size >= atOnce) {
      if (!this.#waiting.includes(ticketId)) this.#waiting.push(ticketId)
      return
    }
    this.#inHand.set(ticketId, false)
    const running = this.#work(ticketId)
      .catch((err: unknown) => this.#parts.log.error({ err, ticketId }, 'no answer given'))
      .finally(() => this.#done(ticketId, running))
    this.#running.add(running)
  }

  /** What nobody has in hand. */
  async look() {
    const { orm } = this.#parts.db
    const due = await forgottenTurns(orm, await databaseNow(orm), atOnce)
    for (const { ticketId } of due) this.wake(ticketId)
  }

  /** Takes no more; those that are being asked are left to other workers. */
  async stop() {
    this.#stopping.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #done(ticketId: string, running: Promise<void>) {
    this.#running.delete(running)
    const again = this.#inHand.get(ticketId)
    this.#inHand.delete(ticketId)
    if (again) this.wake(ticketId)
    const next = this.#waiting.shift()
    if (next !== undefined) this.wake(next)
  }

  async #work(ticketId: string) {
    const companyId = await this.#companyOf(ticketId)
    while (companyId !== null && !this.#stopping.signal.aborted) {
      const taken = await this.#write(companyId, (tx, ctx) => takeTurn(tx, ticketId, this.#parts.workerId, ctx))
      if (taken.kind === 'none') return
      if (taken.kind === 'due') return this.#wakeAfter(ticketId, taken.afterMs)
      if (taken.kind === 'ask') await this.#ask(taken.turn, taken.ticket)
    }
  }

  #wakeAfter(ticketId: string, ms: number) {
    clearTimeout(this.#timers.get(ticketId))
    const wake = () => {
      this.#timers.delete(ticketId)
      this.wake(ticketId)
    }
    this.#timers.set(ticketId, setTimeout(wake, Math.max(ms, 1)).unref())
  }

  async #ask(turn: Turn, ticket: Ticket) {
    const { db, log, longestMs = 60_000 } = this.#parts
    await this.#tellTyping(ticket)
    const lost = new AbortController()
    const deadline = AbortSignal.timeout(longestMs)
    const renew = async () => {
      if (!(await renewLease(db.orm, turn, await databaseNow(db.orm)))) lost.abort()
    }
    const beat = setInterval(() => {
      renew().catch((err: unknown) => log.warn({ err }, 'lease of a turn not renewed'))
    }, leaseMs / 3)
    try {
      const signal = AbortSignal.any([deadline, lost.signal, this.#stopping.signal])
      const answer = await this.#answerOf(turn, ticket, signal)
      if (this.#stopping.signal.aborted) return await giveUpLease(db.orm, turn)
      await this.#record(turn, answer)
    } finally {
      clearInterval(beat)
    }
  }

  async #answerOf(turn: Turn, ticket: Ticket, signal: AbortSignal): Promise<Answer | AskLater> {
    const responder = this.#parts.responders[turn.responder]
    if (!responder) return handOver('unknown_responder')
    const note = async (state: unknown) => {
      signal.throwIfAborted()
      if (!(await noteState(this.#parts.db.orm, turn, state))) throw new Error('the turn is another worker’s')
    }
    try {
      const conversation = await readConversation(this.#parts.db.orm, turn, ticket)
      if (!conversation) return handOver('gone')
      return await Promise.race([responder.respond(conversation, signal, note), failsWith(signal)])
    } catch (err) {
      if (!this.#stopping.signal.aborted) {
        this.#parts.log.warn({ err, responder: turn.responder }, 'a responder failed: people go on')
      }
      return handOver(signal.aborted ? 'slow' : 'failed')
    }
  }

  #record(turn: Turn, answer: Answer | AskLater) {
    if ('next' in answer && answer.next.kind === 'people') {
      const { reason } = answer.next
      this.#parts.log.info(
        { responder: turn.responder, reason, ticketId: turn.ticketId },
        'a responder leaves it to people',
      )
    }
    return this.#write(turn.companyId, async (tx, ctx) => {
      if (!('kind' in answer)) return recordAnswer(tx, turn, answer, ctx)
      if (!(await postpone(tx, turn, answer.afterMs, ctx))) await recordAnswer(tx, turn, handOver('slow'), ctx)
    })
  }

  /** The customer sees that somebody writes. */
  async #tellTyping({ id, connectionId }: Ticket) {
    const { db, jobs } = this.#parts
    const job = { name: 'ticket.typing', ticketId: id, state: 'composing', at: new Date().toISOString() } as const
    await db.orm.transaction((tx) => jobs.sendToConnection(tx, connectionId, job))
  }

  async #companyOf(ticketId: string) {
    const { orm } = this.#parts.db
    const [row] = await orm.select({ companyId: tickets.companyId }).from(tickets).where(eq(tickets.id, ticketId))
    return row?.companyId ?? null
  }

  #write<T>(companyId: string, work: (tx: ServerTx, ctx: MutationContext) => Promise<T>): Promise<T> {
    const { db, graceDays } = this.#parts
    return db.orm.transaction((tx) =>
      withEffects(tx, this.#parts, (effects) => work(tx, systemContext(companyId, effects, { graceDays }))),
    )
  }
}

const failsWith = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const fail = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })

/** Resolves once jobs are taken; call what it returns to stop. */
export async function answerOwed(parts: Parts): Promise<StopConsuming> {
  const answering = new Answering(parts)
  const look = () =>
    void answering.look().catch((err: unknown) => parts.log.error({ err }, 'owed answers not looked for'))
  const timer = setInterval(look, lookMs)
  look()
  const wake = async ({ ticketId }: { ticketId: string }) => answering.wake(ticketId)
  const stop = await consume(parts, { queue: answerQueue, schema: answerJob, batchSize: 50 }, wake)
  return async () => {
    clearInterval(timer)
    await stop()
    await answering.stop()
  }
}
