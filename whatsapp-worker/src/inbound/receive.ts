// Stores what WhatsApp delivered, one transaction a message, strictly in order per connection.
// WhatsApp was told "delivered" before we see a message, so nobody sends it again:
// invariant: a message leaves the queue only once it is committed or known to be no message of ours.
import type { WAMessage } from '@whiskeysockets/baileys'
import { setTimeout as delay } from 'node:timers/promises'
import type { MutationContext } from 'db/kit/define-mutation.ts'
import { systemContext } from 'db/kit/system-context.ts'
import { createTurns } from 'db/kit/turns.ts'
import type { InboundChange, InboundFile, InboundMessage } from 'db/messages/inbound.ts'
import { dropPlaceholder } from 'db/messages/placeholder.ts'
import { receiveChange } from 'db/messages/receive-change.ts'
import { fileToFetch, isOfIgnoredGroup, receiveMessage } from 'db/messages/receive.ts'
import { isRefusal } from 'db/node/errors/passing-error.ts'
import { noteDelay } from 'db/node/delays.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { Log } from '../logger.ts'
import { cleanId } from './clean.ts'
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
  | { kind: 'stored' | 'changed' }
  | { kind: 'ignored'; reason: Ignored | 'duplicate' | 'waiting' | 'group' | 'otherChat' | 'notTheirs' | 'outdated' }

export interface ReceiverParts {
  db: Database
  jobs: Jobs
  /** Whether this installation notifies devices. */
  notifies: boolean
  connectionId: string
  companyId: string
  /** Days after the due date in which the company's bot still answers. */
  graceDays: number
  /** Called in the transaction that stores a message whose file is to be fetched. */
  onFile(tx: ServerTx, messageId: string, message: InboundMessage, file: InboundFile): Promise<void>
  /** The journal's keys of a message that was just handed over. */
  keysOf(whatsappId: string): readonly string[]
  /** Called for each message, in the transaction of its effect. `keys`: the journal's, when it was handed over. */
  onOutcome(tx: ServerTx, outcome: Outcome, keys: readonly string[]): Promise<unknown>
  /** Called for each message when it is stored or ignored. */
  onDone(whatsappId: string): void
  log: Log
}

type Inbound =
  | { kind: 'message'; message: InboundMessage }
  | { kind: 'change'; change: InboundChange }
  | { kind: 'ignored'; reason: Ignored }

/** What was handed over, and its keys in the journal. */
interface Handed {
  whatsappId: string
  inbound: Inbound
  keys: readonly string[]
  /** When, by performance.now(). */
  at: number
}

export class Receiver {
  readonly #parts: ReceiverParts
  readonly #turns = createTurns()
  #isClosed = false

  constructor(parts: ReceiverParts) {
    this.#parts = parts
  }

  take(messages: readonly WAMessage[], me: Me, findNumber: FindNumber) {
    for (const raw of messages) {
      const whatsappId = raw.key.id ?? ''
      const inbound = this.#inbound(decode(raw, me))
      const handed = { whatsappId, inbound, keys: this.#parts.keysOf(whatsappId), at: performance.now() }
      this.#enqueue(handed, findNumber)
    }
  }

  /** Runs in turn with the messages: what is told of contacts and groups must not overtake them. */
  inTurn(name: string, work: (tx: ServerTx, ctx: MutationContext) => Promise<void>, onCommitted = () => {}) {
    void this.#turns(async () => {
      if (await this.#commit(name, work)) onCommitted()
    })
  }

  /** Resolves when everything taken is stored, or after `ms`; then it takes no more and leaves the rest to the journal. */
  async settled(ms: number) {
    await Promise.race([this.#turns(async () => {}), delay(ms, undefined, { ref: false })])
    this.#isClosed = true
  }

  #inbound(decoded: Decoded): Inbound {
    const { connectionId } = this.#parts
    if (decoded.kind === 'ignored') return decoded
    if (decoded.kind === 'message') return { kind: 'message', message: { ...decoded.message, connectionId } }
    return { kind: 'change', change: { ...decoded.change, connectionId } }
  }

  #enqueue(handed: Handed, findNumber: FindNumber) {
    void this.#turns(() => this.#receive(handed, findNumber))
  }

  async #receive(handed: Handed, findNumber: FindNumber) {
    const complete = { ...handed, inbound: await withNumbers(handed.inbound, findNumber) }
    const { whatsappId } = handed
    const isStored = await this.#commit(idForLog(whatsappId), (tx, ctx) => this.#store(tx, complete, ctx))
    if (isStored) this.#done(complete)
    else if (!this.#isClosed) setTimeout(() => this.#enqueue(complete, findNumber), asideMs).unref()
  }

  #done({ whatsappId, inbound, at }: Handed) {
    if (inbound.kind === 'message') noteDelay('in', this.#parts.companyId, performance.now() - at)
    this.#parts.onDone(whatsappId)
  }

  async #store(tx: ServerTx, { whatsappId, inbound, keys }: Handed, ctx: MutationContext) {
    const { connectionId } = this.#parts
    if (inbound.kind !== 'message') await dropPlaceholder(tx, { connectionId, whatsappId: cleanId(whatsappId) }, ctx)
    const outcome = await this.#effect(tx, inbound, ctx)
    await this.#parts.onOutcome(tx, outcome, keys)
    this.#parts.log.debug({ whatsappId: idForLog(whatsappId), outcome }, 'message received')
  }

  async #effect(tx: ServerTx, inbound: Inbound, ctx: MutationContext): Promise<Outcome> {
    if (inbound.kind === 'ignored') return inbound
    if (await isOfIgnoredGroup(tx, originOf(inbound), ctx)) return { kind: 'ignored', reason: 'group' }
    if (inbound.kind === 'message') return this.#storeMessage(tx, inbound.message, ctx)
    const changed = await receiveChange(tx, inbound.change, ctx)
    if (changed.kind === 'changed') return changed
    return { kind: 'ignored', reason: changed.kind === 'refused' ? changed.reason : 'waiting' }
  }

  async #storeMessage(tx: ServerTx, message: InboundMessage, ctx: MutationContext): Promise<Outcome> {
    const received = await receiveMessage(tx, message, ctx)
    if (received.kind === 'duplicate') return { kind: 'ignored', reason: 'duplicate' }
    const file = fileToFetch(message)
    if (file) await this.#parts.onFile(tx, received.messageId, message, file)
    return { kind: 'stored' }
  }

  /** False when it has to wait: the database refuses it, or this receiver was closed. */
  async #commit(name: string, work: (tx: ServerTx, ctx: MutationContext) => Promise<void>): Promise<boolean> {
    const { db, companyId, graceDays, log } = this.#parts
    for (let tries = 1; !this.#isClosed; tries++) {
      try {
        await db.orm.transaction((tx) =>
          withEffects(tx, this.#parts, (effects) => work(tx, systemContext(companyId, effects, { graceDays }))),
        )
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

/** The sender's app makes it up: of another form than apps do, it is no id to look for, and may be anything. */
const idForLog = (id: string) => (/^[\dA-F]{12,40}$/.test(id) ? id : 'a message')

const originOf = (inbound: Exclude<Inbound, { kind: 'ignored' }>) =>
  inbound.kind === 'message' ? inbound.message : inbound.change

async function withNumbers(inbound: Inbound, findNumber: FindNumber): Promise<Inbound> {
  if (inbound.kind === 'ignored') return inbound
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
