// Typing, both ways, of one connection. WhatsApp tells of a chat's typing only who subscribed to it and is online, so the connection is
// online while somebody works in a conversation, and not longer: an online device keeps the owner's phone quiet.
// Invariant: nothing of it is waited for or repeated; what could not be told at once is not worth telling.
import type { WASocket } from '@whiskeysockets/baileys'
import type { Database } from 'db/node/connect.ts'
import { recordPresence } from 'db/presences/record-presence.ts'
import type { PresenceState } from 'db/presences/table.ts'
import type { Log } from '../logger.ts'
import { ownAddressOf } from './address-book.ts'
import { findChat } from './queries.ts'

/** Without work in a conversation for so long the connection is offline again. */
const onlineMs = 60_000
/** A job that waited longer says what is no longer so. */
const freshMs = 10_000

export type Typing = PresenceState | 'paused'

export class Presence {
  readonly #db: Database
  readonly #connectionId: string
  readonly #log: Log
  readonly #subscribed = new Set<string>()
  /** By chat: what its customer does, while it is being written. */
  readonly #toBeTold = new Map<string, PresenceState | null>()
  #socket: WASocket | null = null
  #offlineTimer: NodeJS.Timeout | undefined

  constructor(db: Database, connectionId: string, log: Log) {
    this.#db = db
    this.#connectionId = connectionId
    this.#log = log
  }

  opened(socket: WASocket) {
    this.#socket = socket
  }

  closed() {
    this.#socket = null
    this.#subscribed.clear()
    clearTimeout(this.#offlineTimer)
    this.#offlineTimer = undefined
  }

  /** Somebody opened the conversation. */
  async watch(ticketId: string) {
    await this.#attempt(async (socket) => void (await this.#enter(socket, ticketId)))
  }

  /** Somebody writes in it. */
  async type(ticketId: string, state: Typing, at: Date) {
    if (Date.now() - at.getTime() > freshMs) return
    await this.#attempt(async (socket) => {
      const chat = await this.#enter(socket, ticketId)
      if (chat !== null) await socket.sendPresenceUpdate(state, chat)
    })
  }

  /** The customer writes, or stopped. One write at a time per chat: the last word must be the last written. */
  async told(jid: string, state: PresenceState | null) {
    const isRunning = this.#toBeTold.has(jid)
    this.#toBeTold.set(jid, state)
    if (isRunning) return
    for (let said: PresenceState | null | undefined; (said = this.#toBeTold.get(jid)) !== undefined;) {
      await this.#record(jid, said)
      // What came meanwhile is written next; what is no longer so was never worth writing.
      if (this.#toBeTold.get(jid) === said) this.#toBeTold.delete(jid)
    }
  }

  async #record(jid: string, state: PresenceState | null) {
    const [user = '', server] = jid.split('@')
    const digits = user.split(':')[0] ?? ''
    const contact = server === 'lid' ? { lid: digits, number: null } : { lid: null, number: digits }
    const of = { connectionId: this.#connectionId, contact }
    await recordPresence(this.#db.orm, of, state, new Date()).catch((err: unknown) =>
      this.#log.warn({ err }, 'typing not recorded'),
    )
  }

  async #enter(socket: WASocket, ticketId: string): Promise<string | null> {
    const found = await findChat(this.#db.sql, this.#connectionId, ticketId)
    if (!found) return null
    const chat = ownAddressOf(found)
    if (this.#offlineTimer === undefined) await socket.sendPresenceUpdate('available')
    this.#stayOnline()
    if (!this.#subscribed.has(chat)) {
      this.#subscribed.add(chat)
      await socket.presenceSubscribe(chat)
    }
    return chat
  }

  #stayOnline() {
    clearTimeout(this.#offlineTimer)
    this.#offlineTimer = setTimeout(() => {
      this.#offlineTimer = undefined
      void this.#attempt((socket) => socket.sendPresenceUpdate('unavailable'))
    }, onlineMs).unref()
  }

  async #attempt(work: (socket: WASocket) => Promise<void>) {
    if (!this.#socket) return
    await work(this.#socket).catch((err: unknown) => this.#log.warn({ err }, 'typing not told'))
  }
}
