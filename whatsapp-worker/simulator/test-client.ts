// A client for tests: the real, unpatched Baileys with its auth state in memory, and a record of what it reported.
// Reconnects by itself only after pairing (515), as every client must.

import { addTransactionCapability, BufferJSON, DEFAULT_CONNECTION_CONFIG, makeWASocket } from '@whiskeysockets/baileys'
import {
  DisconnectReason,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  initAuthCreds,
  WAMessageStatus,
  WAMessageStubType,
} from '@whiskeysockets/baileys'
import type { AuthenticationState, BinaryNode, SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys'
import type { BaileysEventMap, WACallEvent, WAMessage, WAMessageKey, WASocket } from '@whiskeysockets/baileys'
import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { mediaAgent } from '../src/session/media-agent.ts'

// libsignal prints whole sessions, hundreds of lines for each test.
for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {}

const silent = pino({ level: process.env['SIMULATOR_TEST_LOG'] ?? 'silent' })

const DELIVERED: number = WAMessageStatus.DELIVERY_ACK
const READ: number = WAMessageStatus.READ
const PLAYED: number = WAMessageStatus.PLAYED

const POLL_MS = 5

/** Waits until `condition` gives something truthy and returns it. */
export async function eventually<T>(condition: () => T, timeoutMs = 60_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = condition()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${condition.toString()}`)
    await setTimeout(POLL_MS)
  }
}

export interface ReportedMessage {
  id: string
  text: string
  from: string
  fromMe: boolean
  type: 'notify' | 'append'
  raw: WAMessage
}

export class TestClient {
  readonly auth: AuthenticationState
  readonly messages: ReportedMessage[] = []
  readonly acks: { id: string; error: string | undefined }[] = []
  /** Highest status that was reported for each message. */
  readonly statuses = new Map<string, number>()
  /** Keys of all messages that were reported, with content or without. */
  readonly keys: WAMessageKey[] = []
  /** Names of what happened in groups. */
  readonly stubs: string[] = []
  readonly edits = new Map<string, string>()
  readonly deleted = new Set<string>()
  readonly calls: WACallEvent[] = []
  /** `jid state` of each. */
  readonly presences: string[] = []
  readonly history: BaileysEventMap['messaging-history.set'][] = []
  readonly groupReceipts: BaileysEventMap['message-receipt.update'] = []
  /** Receipts as they came from the server, repeats included; of a plain delivery the type is empty. */
  readonly receipts: { id: string; type: string }[] = []
  qr: string | undefined
  isOpen = false
  opens = 0
  closeCode: number | undefined
  #socket: WASocket | undefined
  readonly #url: string

  constructor(wsUrl: string, auth = memoryAuth()) {
    this.#url = wsUrl
    this.auth = auth
  }

  get socket() {
    if (!this.#socket) throw new Error('not connected')
    return this.#socket
  }

  connect() {
    this.closeCode = undefined
    const socket = makeWASocket({
      auth: this.auth,
      logger: silent,
      version: [2, 3000, 1035194821],
      waWebSocketUrl: this.#url,
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      fetchAgent: mediaAgent(true),
    })
    this.#socket = socket
    socket.ev.on('creds.update', (update) => Object.assign(this.auth.creds, update))
    socket.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
      if (qr) this.qr = qr
      if (connection === 'open') {
        this.isOpen = true
        this.opens++
      }
      if (connection === 'close') this.#closed(lastDisconnect?.error)
    })
    socket.ev.on('messages.upsert', ({ messages, type }) => {
      for (const message of messages) this.#report(message, type)
    })
    socket.ev.on('call', (calls) => void this.calls.push(...calls))
    socket.ev.on('messaging-history.set', (part) => void this.history.push(part))
    socket.ev.on('message-receipt.update', (updates) => void this.groupReceipts.push(...updates))
    socket.ev.on('presence.update', ({ id, presences }) => {
      for (const { lastKnownPresence } of Object.values(presences)) this.presences.push(`${id} ${lastKnownPresence}`)
    })
    socket.ev.on('messages.update', (updates) => {
      for (const { key, update } of updates) {
        const edited = update.message?.editedMessage?.message
        if (edited) this.edits.set(key.id ?? '', edited.conversation ?? edited.extendedTextMessage?.text ?? '')
        if (update.messageStubType === WAMessageStubType.REVOKE) this.deleted.add(key.id ?? '')
        if (!key.id || update.status === undefined || update.status === null) continue
        this.statuses.set(key.id, Math.max(this.statuses.get(key.id) ?? 0, update.status))
      }
    })
    socket.ws.on('CB:receipt', (node: BinaryNode) => {
      const more = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item')
      const type = node.attrs['type'] ?? ''
      for (const { attrs } of [node, ...more]) this.receipts.push({ id: attrs['id'] ?? '', type })
    })
    socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
      this.acks.push({ id: attrs['id'] ?? '', error: attrs['error'] })
    })
  }

  async close() {
    this.isOpen = false
    await this.#socket?.end(undefined)
  }

  /** Sends and returns the message id. */
  async send(number: string, text: string) {
    const sent = await this.socket.sendMessage(`${number}@s.whatsapp.net`, { text })
    return sent?.key.id ?? ''
  }

  /** Resolves once the server has taken everything that was sent before. */
  async ping() {
    const attrs = { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' }
    await this.socket.query({ tag: 'iq', attrs, content: [{ tag: 'ping', attrs: {} }] })
  }

  received(text: string) {
    return this.messages.filter((message) => message.text === text && !message.fromMe)
  }

  isDelivered(id: string) {
    return (this.statuses.get(id) ?? 0) >= DELIVERED
  }

  isRead(id: string) {
    return (this.statuses.get(id) ?? 0) >= READ
  }

  isPlayed(id: string) {
    return (this.statuses.get(id) ?? 0) >= PLAYED
  }

  #closed(error: Error | undefined) {
    this.isOpen = false
    this.closeCode = statusCodeOf(error)
    if (this.closeCode === DisconnectReason.restartRequired) this.connect()
  }

  #report(message: WAMessage, type: 'notify' | 'append') {
    this.keys.push(message.key)
    if (message.messageStubType) this.stubs.push(WAMessageStubType[message.messageStubType] ?? '')
    if (message.message?.protocolMessage || !message.message) return
    const { id, remoteJid, fromMe } = message.key
    const text = message.message.conversation ?? message.message.extendedTextMessage?.text ?? ''
    this.messages.push({ id: id ?? '', text, from: remoteJid ?? '', fromMe: fromMe ?? false, type, raw: message })
  }
}

function statusCodeOf(error: Error | undefined) {
  return error && 'output' in error ? (error.output as { statusCode: number }).statusCode : undefined
}

// Values are kept as text: a store that hands out the objects it was given hides mistakes of serialisation.
function memoryAuth(): AuthenticationState {
  const stored = new Map<string, string>()
  const keys = {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const value = stored.get(`${type} ${id}`)
        if (value) found[id] = JSON.parse(value, BufferJSON.reviver) as SignalDataTypeMap[T]
      }
      return found
    },
    set(data: SignalDataSet) {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values)) {
          if (value === null) stored.delete(`${type} ${id}`)
          else stored.set(`${type} ${id}`, JSON.stringify(value, BufferJSON.replacer))
        }
      }
    },
  }
  return {
    creds: initAuthCreds(),
    keys: addTransactionCapability(keys, silent, DEFAULT_CONNECTION_CONFIG.transactionOpts),
  }
}
