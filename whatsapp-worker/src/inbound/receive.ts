// Stores what WhatsApp delivered, one transaction a message, strictly in order per connection.
// WhatsApp was told "delivered" before we see a message, so nobody sends it again:
// invariant: a message leaves the queue only once it is committed or known to be no message of ours.
import type { WAMessage } from '@whiskeysockets/baileys'
import { setTimeout as delay } from 'node:timers/promises'
import { receiveMessage, type InboundMessage } from 'db/messages/receive.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Log } from '../logger.ts'
import { decode, type Ignored, type Me } from './decode.ts'

const retryMs = [100, 500, 1_000, 2_000, 5_000] as const
/** A message that the database itself refuses must not hold up the others: it is put aside and tried again. */
const refusedTries = 3
const asideMs = 60_000

/** Looks up a phone number by LID among what earlier messages told; null when unknown. */
export type FindNumber = (lid: string) => Promise<string | null>

export interface ReceiverParts {
  db: Database
  connectionId: string
  companyId: string
  /** Called in the transaction that stores a customer's message. */
  onCustomerMessage(tx: ServerTx, messageId: string): Promise<void>
  /** Called for each message when it is stored or ignored. */
  onDone(whatsappId: string): void
  log: Log
}

export class Receiver {
  readonly #parts: ReceiverParts
  readonly #ignored: Partial<Record<Ignored, number>> = {}
  #queue: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(parts: ReceiverParts) {
    this.#parts = parts
  }

  take(messages: readonly WAMessage[], me: Me, findNumber: FindNumber) {
    for (const raw of messages) {
      const decoded = decode(raw, me)
      if (decoded.kind === 'ignored') this.#ignore(raw, decoded.reason)
      else this.#enqueue({ ...decoded.message, connectionId: this.#parts.connectionId }, findNumber)
    }
  }

  /** Resolves when everything taken is stored, or after `ms`; then it takes no more and leaves the rest to the journal. */
  async settled(ms: number) {
    await Promise.race([this.#queue, delay(ms, undefined, { ref: false })])
    this.#isClosed = true
  }

  #ignore({ key }: WAMessage, reason: Ignored) {
    if (key.id) this.#parts.onDone(key.id)
    this.#ignored[reason] = (this.#ignored[reason] ?? 0) + 1
    this.#parts.log.debug({ reason, ignored: this.#ignored }, 'message ignored')
  }

  #enqueue(inbound: InboundMessage, findNumber: FindNumber) {
    const before = this.#queue
    this.#queue = this.#receive(before, inbound, findNumber)
  }

  async #receive(before: Promise<void>, inbound: InboundMessage, findNumber: FindNumber) {
    await before
    const complete = await withNumber(inbound, findNumber)
    if (await this.#store(complete)) this.#parts.onDone(complete.whatsappId)
    else if (!this.#isClosed) setTimeout(() => this.#enqueue(complete, findNumber), asideMs).unref()
  }

  /** False when it has to wait: the database refuses it, or this receiver was closed. */
  async #store(inbound: InboundMessage): Promise<boolean> {
    const { db, companyId, onCustomerMessage, log } = this.#parts
    const actor = { kind: 'system', companyId } as const
    const { whatsappId } = inbound
    for (let tries = 1; !this.#isClosed; tries++) {
      try {
        const { kind } = await db.orm.transaction(async (tx) => {
          const received = await receiveMessage(tx, inbound, { actor, now: new Date(), side: 'server' })
          if (received.kind === 'stored' && !inbound.fromMe) await onCustomerMessage(tx, received.messageId)
          return received
        })
        log.debug({ whatsappId, result: kind }, 'message received')
        return true
      } catch (error) {
        log.error({ whatsappId, err: error, tries }, 'message not stored yet')
        if (isRefusal(error) && tries >= refusedTries) return false
        await delay(retryMs[Math.min(tries, retryMs.length) - 1])
      }
    }
    return false
  }
}

async function withNumber(inbound: InboundMessage, findNumber: FindNumber): Promise<InboundMessage> {
  const { contact } = inbound
  if (contact.number !== null || contact.lid === null) return inbound
  const number = await findNumber(contact.lid).catch(() => null)
  return number === null ? inbound : { ...inbound, contact: { ...contact, number } }
}

/** The database answered, and would answer the same again: a constraint, a type, or a bug of ours. */
function isRefusal(error: unknown) {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const code = (cause as { code?: unknown }).code
  return typeof code === 'string' ? /^(22|23|42)\w{3}$/.test(code) : cause instanceof TypeError
}
