// Stores what WhatsApp delivered, one transaction a message, strictly in order per connection.
// WhatsApp was told "delivered" before we see a message, so nobody sends it again:
// invariant: a message leaves the queue only once it is committed or known to be no message of ours.
import type { WAMessage } from '@whiskeysockets/baileys'
import { setTimeout as delay } from 'node:timers/promises'
import type { MutationContext } from 'db/kit/define-mutation.ts'
import type { InboundChange, InboundFile, InboundMessage } from 'db/messages/inbound.ts'
import { receiveChange } from 'db/messages/receive-change.ts'
import { fileToFetch, receiveMessage, type Received } from 'db/messages/receive.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Log } from '../logger.ts'
import { decode, type Decoded, type Ignored } from './decode.ts'
import type { Me } from './jids.ts'

const retryMs = [100, 500, 1_000, 2_000, 5_000] as const
/** A message that the database itself refuses must not hold up the others: it is put aside and tried again. */
const refusedTries = 3
const asideMs = 60_000

/** Looks up a phone number by LID among what earlier messages told; null when unknown. */
export type FindNumber = (lid: string) => Promise<string | null>

/** What became of a message that the socket delivered. */
export type Outcome =
  | { kind: 'stored' | 'duplicate' | 'changed' | 'waiting' }
  | { kind: 'ignored'; reason: Ignored | 'group' | 'otherChat' | 'notTheirs' | 'outdated' }

export interface ReceiverParts {
  db: Database
  connectionId: string
  companyId: string
  /** Called in the transaction that stores a customer's message. */
  onCustomerMessage(tx: ServerTx, stored: Extract<Received, { kind: 'stored' }>): Promise<void>
  /** Called in the transaction that stores a message whose file is to be fetched. */
  onFile(tx: ServerTx, messageId: string, message: InboundMessage, file: InboundFile): Promise<void>
  /** Called once for each delivered message; in the transaction of its effect, if it has one. */
  onOutcome(tx: ServerTx | null, outcome: Outcome): void | Promise<void>
  /** Called for each message when it is stored or ignored. */
  onDone(whatsappId: string): void
  log: Log
}

type Inbound = { kind: 'message'; message: InboundMessage } | { kind: 'change'; change: InboundChange }

export class Receiver {
  readonly #parts: ReceiverParts
  #queue: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(parts: ReceiverParts) {
    this.#parts = parts
  }

  take(messages: readonly WAMessage[], me: Me, findNumber: FindNumber) {
    for (const raw of messages) {
      const decoded = decode(raw, me)
      if (decoded.kind === 'ignored') this.#ignore(raw, decoded.reason)
      else this.#enqueue(this.#inbound(decoded), findNumber)
    }
  }

  /** Runs in turn with the messages: what is told of contacts and groups must not overtake them. */
  inTurn(name: string, work: (tx: ServerTx, ctx: MutationContext) => Promise<void>) {
    this.#queue = this.#after(this.#queue, () => this.#commit(name, work))
  }

  async #after(before: Promise<void>, work: () => Promise<unknown>) {
    await before
    if (!this.#isClosed) await work()
  }

  /** Resolves when everything taken is stored, or after `ms`; then it takes no more and leaves the rest to the journal. */
  async settled(ms: number) {
    await Promise.race([this.#queue, delay(ms, undefined, { ref: false })])
    this.#isClosed = true
  }

  #inbound(decoded: Exclude<Decoded, { kind: 'ignored' }>): Inbound {
    const { connectionId } = this.#parts
    if (decoded.kind === 'message') return { kind: 'message', message: { ...decoded.message, connectionId } }
    return { kind: 'change', change: { ...decoded.change, connectionId } }
  }

  #ignore({ key }: WAMessage, reason: Ignored) {
    const { log, onDone, onOutcome } = this.#parts
    if (key.id) onDone(key.id)
    void onOutcome(null, { kind: 'ignored', reason })
    log.debug({ reason }, 'message ignored')
  }

  #enqueue(inbound: Inbound, findNumber: FindNumber) {
    const before = this.#queue
    this.#queue = this.#receive(before, inbound, findNumber)
  }

  async #receive(before: Promise<void>, inbound: Inbound, findNumber: FindNumber) {
    await before
    const complete = await withNumbers(inbound, findNumber)
    const { whatsappId } = originOf(complete)
    const isStored = await this.#commit(whatsappId, (tx, ctx) => this.#store(tx, complete, ctx))
    if (isStored) this.#parts.onDone(whatsappId)
    else if (!this.#isClosed) setTimeout(() => this.#enqueue(complete, findNumber), asideMs).unref()
  }

  async #store(tx: ServerTx, inbound: Inbound, ctx: MutationContext) {
    const outcome = await this.#effect(tx, inbound, ctx)
    await this.#parts.onOutcome(tx, outcome)
    this.#parts.log.debug({ whatsappId: originOf(inbound).whatsappId, outcome }, 'message received')
  }

  async #effect(tx: ServerTx, inbound: Inbound, ctx: MutationContext): Promise<Outcome> {
    if (inbound.kind === 'change') {
      const changed = await receiveChange(tx, inbound.change, ctx)
      return changed.kind === 'refused' ? { kind: 'ignored', reason: changed.reason } : changed
    }
    const received = await receiveMessage(tx, inbound.message, ctx)
    if (received.kind === 'duplicate') return received
    if (received.kind === 'unwanted') return { kind: 'ignored', reason: 'group' }
    const file = fileToFetch(inbound.message)
    if (file) await this.#parts.onFile(tx, received.messageId, inbound.message, file)
    if (!inbound.message.fromMe) await this.#parts.onCustomerMessage(tx, received)
    return { kind: 'stored' }
  }

  /** False when it has to wait: the database refuses it, or this receiver was closed. */
  async #commit(name: string, work: (tx: ServerTx, ctx: MutationContext) => Promise<void>): Promise<boolean> {
    const { db, companyId, log } = this.#parts
    const actor = { kind: 'system', companyId } as const
    for (let tries = 1; !this.#isClosed; tries++) {
      try {
        await db.orm.transaction((tx) => work(tx, { actor, now: new Date(), side: 'server' }))
        return true
      } catch (error) {
        log.error({ name, err: error, tries }, 'not stored yet')
        if (isRefusal(error) && tries >= refusedTries) return false
        await delay(retryMs[Math.min(tries, retryMs.length) - 1])
      }
    }
    return false
  }
}

const originOf = (inbound: Inbound) => (inbound.kind === 'message' ? inbound.message : inbound.change)

async function withNumbers(inbound: Inbound, findNumber: FindNumber): Promise<Inbound> {
  const { contact, participant } = originOf(inbound)
  const names = {
    contact: contact.isGroup ? contact : await withNumber(contact, findNumber),
    participant: participant && (await withNumber(participant, findNumber)),
  }
  if (inbound.kind === 'message') return { kind: 'message', message: { ...inbound.message, ...names } }
  return { kind: 'change', change: { ...inbound.change, ...names } }
}

async function withNumber<T extends { lid: string | null; number: string | null }>(person: T, findNumber: FindNumber) {
  if (person.number !== null || person.lid === null) return person
  const number = await findNumber(person.lid).catch(() => null)
  return number === null ? person : { ...person, number }
}

/** The database answered, and would answer the same again: a constraint, a type, or a bug of ours. */
function isRefusal(error: unknown) {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const code = (cause as { code?: unknown }).code
  return typeof code === 'string' ? /^(22|23|42)\w{3}$/.test(code) : cause instanceof Error && code === undefined
}
