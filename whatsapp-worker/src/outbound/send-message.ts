// Jobs message.send and message.act: sends the pending own messages of one lane of a connection, oldest first, then what is to be done to
// messages that WhatsApp has. The rows say what to send; the jobs only wake.
// Invariants: one at a time, so each chat's order is kept; every attempt carries the id fixed in the row, so WhatsApp drops a second one;
// only a server ack (record-receipts.ts) makes a message "sent": until then it is sent again, by the same id, after each reconnection.
import type { WASocket } from '@whiskeysockets/baileys'
import { setTimeout as delay } from 'node:timers/promises'
import { recordActionRefused } from 'db/messages/actions.ts'
import { recordSendFailure } from 'db/messages/receipts/record-ack.ts'
import { noteDelay } from 'db/node/delays.ts'
import type { Database } from 'db/node/connect.ts'
import type { MediaKey, MediaStore } from 'db/node/media/media-store.ts'
import type { Log } from '../logger.ts'
import { voiceNoteOf } from '../voice/voice-notes.ts'
import { actionMessage } from './action-message.ts'
import { AddressBook, NumberNotChecked } from './address-book.ts'
import { storeCheck } from './check-contact.ts'
import { groupReader } from './known-group.ts'
import { MediaStoreError, mediaUploadTimeoutMs, openContent, quotedOf } from './message-content.ts'
import type { CountSent } from './record-receipts.ts'
import type { SendTraces } from './send-traces.ts'
import { findActions, findPending, type Lane, type PendingAction, type PendingMessage } from './queries.ts'

/** Sent and not acknowledged; more than these would only wait in the socket. */
const maxInFlight = 100
const maxTries = 3
const retryMs = 1_000

export interface SenderParts {
  db: Database
  media: MediaStore
  /** Baileys' send can end well although nothing left: without an ack for so long it is looked at again. */
  ackTimeoutMs: number
  /** One was given up, and its row says so. */
  onFailed?(): void
  /** Null: nobody collects any. */
  traces: SendTraces | null
}

export class Sender {
  readonly #db: Database
  readonly #media: MediaStore
  readonly #connectionId: string
  readonly #companyId: string
  readonly #lane: Lane
  readonly #counted: CountSent
  readonly #log: Log
  readonly #addresses: AddressBook
  /** By WhatsApp id, when it was sent; Infinity while a file is still on its way up. */
  readonly #inFlight = new Map<string, number>()
  readonly #ackTimeoutMs: number
  readonly #onFailed: SenderParts['onFailed']
  readonly #traces: SenderParts['traces']
  readonly #ackTimer: NodeJS.Timeout
  /** Only while it is open. */
  #socket: WASocket | null = null
  #isWanted = false
  /** Something can be done only after an ack. */
  #isAwaited = false
  #running: Promise<void> | null = null

  constructor(
    { db, media, ackTimeoutMs, onFailed, traces }: SenderParts,
    { connectionId, companyId, lane }: { connectionId: string; companyId: string; lane: Lane },
    counted: CountSent,
    log: Log,
  ) {
    this.#db = db
    this.#media = media
    this.#connectionId = connectionId
    this.#companyId = companyId
    this.#lane = lane
    this.#addresses = new AddressBook((contactId, check) => storeCheck(db, { companyId, contactId }, check))
    this.#counted = counted
    this.#log = log
    this.#ackTimeoutMs = ackTimeoutMs
    this.#onFailed = onFailed
    this.#traces = traces
    this.#ackTimer = setInterval(() => this.#retryUnanswered(), ackTimeoutMs / 4).unref()
  }

  /** There may be something to send. */
  wake() {
    this.#isWanted = true
    if (this.#socket) this.#running ??= this.#run()
  }

  opened(socket: WASocket) {
    this.#socket = socket
    this.#inFlight.clear()
    this.wake()
  }

  closed() {
    this.#socket = null
  }

  /** WhatsApp answered for these, and the rows say so. */
  recorded(whatsappIds: readonly string[]) {
    this.#traces?.answered(whatsappIds)
    const wasFull = this.#inFlight.size >= maxInFlight
    for (const whatsappId of whatsappIds) {
      const sentAt = this.#inFlight.get(whatsappId)
      if (sentAt !== undefined && Number.isFinite(sentAt)) noteDelay('ack', this.#companyId, performance.now() - sentAt)
      this.#inFlight.delete(whatsappId)
    }
    if (wasFull || this.#isAwaited) this.wake()
  }

  /** Resolves when no send is running. */
  async settled() {
    clearInterval(this.#ackTimer)
    await this.#running
  }

  async #run() {
    while (this.#isWanted && this.#socket) {
      this.#isWanted = false
      try {
        await this.#drain(this.#socket)
      } catch (error) {
        this.#log.error({ err: error }, 'sending stopped, trying again')
        await delay(retryMs)
        this.#isWanted = true
      }
    }
    this.#running = null
  }

  async #drain(socket: WASocket) {
    for (let found = 1; found > 0 && this.#hasRoom(socket);) {
      const rows = await findPending(this.#db.sql, this.#of, ...this.#rest())
      for (const row of rows) await this.#send(socket, row, () => this.#sendMessage(socket, row))
      found = rows.length || (this.#lane === 'conversations' ? await this.#act(socket) : 0)
    }
  }

  get #of() {
    return { connectionId: this.#connectionId, lane: this.#lane }
  }

  #hasRoom(socket: WASocket) {
    return this.#socket === socket && this.#inFlight.size < maxInFlight
  }

  #rest() {
    return [[...this.#inFlight.keys()], maxInFlight - this.#inFlight.size] as const
  }

  /** How many were sent. */
  async #act(socket: WASocket) {
    const rows = await findActions(this.#db.sql, this.#connectionId, ...this.#rest())
    this.#isAwaited = rows.some(({ isBlocked }) => isBlocked)
    const ready = rows.filter(({ isBlocked }) => !isBlocked)
    for (const row of ready) {
      if (row.isHopeless) await this.#fail(row, 'message_failed')
      else await this.#send(socket, row, () => this.#sendAction(socket, row))
    }
    return ready.length
  }

  async #send(socket: WASocket, row: PendingMessage | PendingAction, attempt: () => Promise<void>) {
    for (let tries = 1; this.#socket === socket; tries++) {
      this.#traces?.trying(row.whatsappId)
      try {
        return await attempt()
      } catch (error) {
        // That the store can't be asked is no message's fault, and all of them wait for it.
        if (error instanceof MediaStoreError) throw error
        this.#inFlight.delete(row.whatsappId)
        this.#log.warn({ id: row.id, tries, err: error }, 'not sent')
        // It stays pending for the next socket.
        if (!socket.ws.isOpen) this.closed()
        else if (tries >= maxTries)
          return this.#fail(row, error instanceof NumberNotChecked ? 'check_failed' : 'send_failed')
        else await delay(retryMs * tries)
      }
    }
  }

  async #sendMessage(socket: WASocket, row: PendingMessage) {
    const chat = await this.#addresses.find(socket, row)
    if (chat === null) return this.#fail(row, 'not_on_whatsapp')
    const [db, media, companyId] = [this.#db, this.#media, this.#companyId]
    const groups = groupReader(db, companyId, socket)
    const voiceOf = (key: MediaKey) => voiceNoteOf({ db, media }, key)
    const content = await openContent(row, chat, { media, companyId, groups, voiceOf })
    if (!content) return this.#fail(row, 'media_missing')
    const options = { messageId: row.whatsappId, mediaUploadTimeoutMs, ...quotedOf(row, chat) }
    try {
      await this.#track(row, () => socket.sendMessage(chat, content.message, options))
    } finally {
      content.close()
    }
  }

  async #sendAction(socket: WASocket, row: PendingAction) {
    const chat = await this.#addresses.find(socket, row)
    if (chat === null) return this.#fail(row, 'not_on_whatsapp')
    const { message, attributes } = actionMessage(row, chat)
    const options = { messageId: row.whatsappId, additionalAttributes: attributes }
    await this.#track(row, () => socket.relayMessage(chat, message, options))
  }

  async #track({ whatsappId }: { whatsappId: string }, send: () => Promise<unknown>) {
    this.#inFlight.set(whatsappId, Infinity)
    await send()
    this.#traces?.sent(whatsappId)
    // The ack may have been faster.
    if (this.#inFlight.has(whatsappId)) this.#inFlight.set(whatsappId, performance.now())
  }

  async #fail({ whatsappId }: { whatsappId: string }, reason: string) {
    const now = new Date()
    await this.#db.orm.transaction(async (tx) => {
      const hasFailed = await recordSendFailure(tx, this.#connectionId, whatsappId, reason, now)
      if (hasFailed) await this.#counted(tx, { sent: 0, refused: 1 })
      await recordActionRefused(tx, this.#connectionId, whatsappId, reason, now)
    })
    this.#traces?.refused(whatsappId, reason)
    this.#traces?.answered([whatsappId])
    this.#onFailed?.()
  }

  #retryUnanswered() {
    const late = [...this.#inFlight].filter(([, at]) => performance.now() - at > this.#ackTimeoutMs)
    for (const [whatsappId] of late) this.#inFlight.delete(whatsappId)
    if (late.length > 0) this.wake()
  }
}
