// Job message.send: sends the pending own messages of one connection, oldest first. The rows say what to send; the job only wakes.
// Invariants: one at a time, so each chat's order is kept; every attempt carries the id fixed in the row, so WhatsApp drops a second one;
// only a server ack (record-receipts.ts) makes a message "sent": until then it is sent again after each reconnection.
import type { WASocket } from '@whiskeysockets/baileys'
import { setTimeout as delay } from 'node:timers/promises'
import { recordSendFailure } from 'db/messages/record-ack.ts'
import type { Database } from 'db/node/connect.ts'
import type { MediaStore } from 'db/node/media-store.ts'
import type { Log } from '../logger.ts'
import { AddressBook } from './address-book.ts'
import { mediaUploadTimeoutMs, openContent, type OpenContent } from './message-content.ts'
import { findPending, type PendingMessage } from './queries.ts'

/** Sent and not acknowledged; more than these would only wait in the socket. */
const maxInFlight = 100
/** Baileys' send can end well although nothing left: without an ack it is tried again. */
const ackTimeoutMs = 60_000
const maxTries = 3
const retryMs = 1_000

export class Sender {
  readonly #db: Database
  readonly #media: MediaStore
  readonly #connectionId: string
  readonly #companyId: string
  readonly #log: Log
  readonly #addresses = new AddressBook()
  /** By WhatsApp id, when it was sent; Infinity while a file is still on its way up. */
  readonly #inFlight = new Map<string, number>()
  readonly #ackTimer: NodeJS.Timeout
  /** Only while it is open. */
  #socket: WASocket | null = null
  #isWanted = false
  #running: Promise<void> | null = null

  constructor(
    { db, media }: { db: Database; media: MediaStore },
    { connectionId, companyId }: { connectionId: string; companyId: string },
    log: Log,
  ) {
    this.#db = db
    this.#media = media
    this.#connectionId = connectionId
    this.#companyId = companyId
    this.#log = log
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
    const wasFull = this.#inFlight.size >= maxInFlight
    for (const whatsappId of whatsappIds) this.#inFlight.delete(whatsappId)
    if (wasFull) this.wake()
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
    while (this.#socket === socket && this.#inFlight.size < maxInFlight) {
      const room = maxInFlight - this.#inFlight.size
      const rows = await findPending(this.#db.sql, this.#connectionId, [...this.#inFlight.keys()], room)
      if (rows.length === 0) return
      for (const row of rows) await this.#send(socket, row)
    }
  }

  async #send(socket: WASocket, row: PendingMessage) {
    for (let tries = 1; this.#socket === socket; tries++) {
      // Not below: that the store can't be asked is no message's fault, and all of them wait for it.
      const content = await openContent(row, this.#media, this.#companyId)
      if (!content) return this.#fail(row, 'media_missing')
      try {
        return await this.#trySend(socket, row, content)
      } catch (error) {
        this.#inFlight.delete(row.whatsappId)
        this.#log.warn({ messageId: row.id, tries, err: error }, 'message not sent')
        // It stays pending for the next socket.
        if (!socket.ws.isOpen) this.closed()
        else if (tries >= maxTries) return this.#fail(row, 'send_failed')
        else await delay(retryMs * tries)
      } finally {
        content.close()
      }
    }
  }

  async #trySend(socket: WASocket, row: PendingMessage, { message }: OpenContent) {
    const jid = await this.#addresses.find(socket, row)
    if (jid === null) return this.#fail(row, 'not_on_whatsapp')
    this.#inFlight.set(row.whatsappId, Infinity)
    await socket.sendMessage(jid, message, { messageId: row.whatsappId, mediaUploadTimeoutMs })
    // The ack may have been faster.
    if (this.#inFlight.has(row.whatsappId)) this.#inFlight.set(row.whatsappId, performance.now())
  }

  #fail(row: PendingMessage, reason: string) {
    return this.#db.orm.transaction((tx) =>
      recordSendFailure(tx, this.#connectionId, row.whatsappId, reason, new Date()),
    )
  }

  #retryUnanswered() {
    const late = [...this.#inFlight].filter(([, at]) => performance.now() - at > ackTimeoutMs)
    for (const [whatsappId] of late) this.#inFlight.delete(whatsappId)
    if (late.length > 0) this.wake()
  }
}
