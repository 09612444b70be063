// A simulated phone and the person who holds it: a customer, or the owner of the company's number. Receives envelopes
// from the server, decrypts them, answers with receipts and shows them in its chats; sends through phone-outbound.
// Invariants: all Signal work of a phone runs one task after the other; a message is shown once, whatever is repeated.

import { encodeBigEndian, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { addMessage, raiseStatus, readAll, readSome, textOf } from './conversation.ts'
import { digitsOf, jidLike, lidJid, nowInSeconds, pnJid, userOf } from './jids.ts'
import { bundleNodes } from './key-bundle.ts'
import type { KeyBundle } from './key-bundle.ts'
import type { NetworkPhone, PhoneNetwork } from './phone-network.ts'
import { PhoneOutbound } from './phone-outbound.ts'
import { openMedia, receiveMedia } from './received-media.ts'
import type { MediaKind, ReceivedMedia } from './received-media.ts'
import { reportFailure } from './report-failure.ts'
import type {
  ChatMessage,
  CompanionRecord,
  Envelope,
  MessageStatus,
  PhoneRecord,
  ReceivedEntry,
} from './server-state.ts'
import { SignalDevice } from './signal-device.ts'

const MAX_RETRIES = 5
const OUTBOX_KEPT = 500
const LOG_KEPT = 2000

export interface ShownMessage {
  id: string
  fromMe: boolean
  kind: 'text' | MediaKind
  /** Of a file: its caption. */
  text: string
  at: number
  status: MessageStatus
  /** Of files; without sha256 it could not be opened. */
  file?: { mime: string; name?: string; size: number; sha256?: string }
}

export interface PhoneChat {
  peer: string
  peerName?: string
  messages: ShownMessage[]
}

export class SimulatedPhone implements NetworkPhone {
  readonly record: PhoneRecord
  readonly #network: PhoneNetwork
  readonly #signal: SignalDevice
  readonly #outbound: PhoneOutbound
  readonly #events = new EventEmitter<{ message: [ReceivedEntry] }>()
  readonly #retriesAsked = new Map<string, number>()
  readonly #resends = new Map<string, number>()
  /** Receipts may overtake the owner's copy of the message that they are about. */
  readonly #earlyReceipts = new Map<string, MessageStatus>()
  #timer: NodeJS.Timeout | undefined
  #work: Promise<unknown> = Promise.resolve()
  #stopped = false

  constructor(record: PhoneRecord, network: PhoneNetwork) {
    this.record = record
    this.#network = network
    this.#signal = new SignalDevice(record.creds, record.keys)
    this.#outbound = new PhoneOutbound(record, this.#signal, network)
    this.#schedule()
  }

  get number() {
    return this.record.number
  }

  get name() {
    return this.record.name
  }

  get jid() {
    return pnJid(this.record)
  }

  get lid() {
    return this.record.lid
  }

  get linked() {
    return this.record.companions.length > 0
  }

  get autoRead() {
    return this.record.autoRead
  }

  set autoRead(autoRead: boolean) {
    this.record.autoRead = autoRead
    this.#network.changed()
  }

  /** Every message that reached this phone, repeats included. */
  get receivedLog(): readonly ReceivedEntry[] {
    return this.record.receivedLog
  }

  /** Links the companion that shows `qr`; resolves once it has confirmed the pairing. */
  scanQr(qr: string) {
    return this.#network.linkByQr(this.record, qr)
  }

  /** Links the companion that asked to pair with this number and shows `code`. */
  enterPairingCode(code: string) {
    return this.#network.linkByCode(this.record, code)
  }

  /** Removes all companions; they learn it at once or at their next login (401). */
  async unlink() {
    this.#network.unlink(this.record)
  }

  /** Writes to another simulated number; resolves with the message id once the server has it. */
  sendText(to: string, text: string): Promise<string> {
    return this.sendContent(to, { conversation: text })
  }

  /** The same with any content that WhatsApp knows. */
  sendContent(to: string, content: proto.IMessage): Promise<string> {
    const id = randomBytes(10).toString('hex').toUpperCase()
    return this.#inTurn(async () => {
      await this.#send(id, digitsOf(to), content)
      return id
    })
  }

  /** The same as sendText: the owner writes, and companions see a message that was sent from the phone. */
  sendFromPhone(to: string, text: string) {
    return this.sendText(to, text)
  }

  async markRead(peer: string) {
    const to = digitsOf(peer)
    const byAddress = Map.groupBy(readAll(this.record.chats, to), ({ addressedAs }) => addressedAs ?? this.lid)
    for (const [addressedAs, messages] of byAddress) {
      const ids = messages.map(({ id }) => id)
      this.#network.sendReceipts(this.record, { to, ids, type: 'read', addressedAs })
    }
    this.#network.changed()
  }

  chats(): PhoneChat[] {
    return this.record.chats.map(({ peer, messages }) => {
      const peerName = this.#network.phoneOf(peer)?.record.name
      return { peer, ...(peerName === undefined ? {} : { peerName }), messages: messages.map(shown) }
    })
  }

  /** The content of a file in one of its chats, as the person would open it. */
  openFile(messageId: string): { media: ReceivedMedia; content: Buffer } | undefined {
    const messages = this.record.chats.flatMap((chat) => chat.messages)
    const { media } = messages.find(({ id }) => id === messageId) ?? {}
    const content = media && openMedia(media, this.#network.media)
    return content && { media, content }
  }

  on(event: 'message', listener: (message: ReceivedEntry) => void) {
    this.#events.on(event, listener)
  }

  off(event: 'message', listener: (message: ReceivedEntry) => void) {
    this.#events.off(event, listener)
  }

  /** The first received message that fits, whether it has come already or comes within the time. */
  waitForMessage(predicate: (message: ReceivedEntry) => boolean, timeoutMs = 10_000): Promise<ReceivedEntry> {
    const present = this.record.receivedLog.find(predicate)
    if (present) return Promise.resolve(present)
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        this.off('message', listener)
      }
      const listener = (message: ReceivedEntry) => {
        if (!predicate(message)) return
        finish()
        resolve(message)
      }
      const timer = setTimeout(() => {
        finish()
        reject(new Error(`${this.name}: no such message within ${timeoutMs} ms`))
      }, timeoutMs)
      this.on('message', listener)
    })
  }

  // From here on: called by the server.

  accept(envelope: Envelope) {
    this.record.inbox.push(envelope)
    this.#network.changed()
    this.#schedule()
  }

  applyReceipt(peer: string, ids: string[], status: MessageStatus) {
    for (const id of raiseStatus(this.record.chats, peer, ids, status)) this.#earlyReceipts.set(id, status)
    this.#network.changed()
  }

  /** A companion of this phone has read messages of `peer`. */
  readElsewhere(peer: string, ids: string[]) {
    readSome(this.record.chats, peer, ids)
    this.#network.changed()
  }

  takeBundle(): KeyBundle {
    const bundle = this.#signal.newBundle()
    this.#network.changed()
    return bundle
  }

  /** Once for each companion: not before both messages are queued may a saved state call it introduced. */
  introduce(companion: CompanionRecord) {
    this.#inBackground(async () => {
      await this.#outbound.introduce(companion)
      companion.introduced = true
    })
  }

  /** A companion could not decrypt message `id`. */
  resend(companion: CompanionRecord, id: string, receipt: BinaryNode, count: string) {
    const key = `${id} ${companion.number}:${companion.device}`
    const resends = (this.#resends.get(key) ?? 0) + 1
    this.#resends.set(key, resends)
    const message = this.record.outbox.findLast((sent) => sent.id === id)
    if (!message || resends > MAX_RETRIES) return
    this.#inBackground(() => this.#outbound.resend(companion, message, receipt, count))
  }

  async stop() {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#work
  }

  async #send(id: string, to: string, message: proto.IMessage) {
    const contact = this.#network.phoneOf(to)
    if (!contact) throw new Error(`no simulated phone has the number ${to}`)
    const payload = proto.Message.encode(message).finish()
    const at = Date.now()
    this.record.outbox.push({ id, to, payload })
    if (this.record.outbox.length > OUTBOX_KEPT) this.record.outbox.shift()
    addMessage(this.record.chats, to, { id, fromMe: true, text: textOf(message), at, status: 'sent' })
    const sender = { fromNumber: this.number, fromDevice: 0, addressedAs: contact.record.lid }
    const dueAt = at + this.#network.faults.deliveryDelayMs
    contact.accept({ id, at, dueAt, ...sender, cipher: 'plain', content: payload })
    for (const companion of [...contact.record.companions, ...this.record.companions]) {
      await this.#outbound.send(companion, { id, to, payload })
    }
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#work.then(task)
    this.#work = result.catch(() => {}).finally(() => this.#network.changed())
    return result
  }

  #inBackground(task: () => Promise<void>) {
    this.#inTurn(task).catch((error: unknown) => reportFailure(this.name, error))
  }

  #schedule() {
    const next = this.record.inbox[0]
    if (!next || this.#timer || this.#stopped) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#inBackground(() => this.#drain())
      },
      Math.max(0, next.dueAt - Date.now()),
    )
  }

  async #drain() {
    try {
      for (let next = this.record.inbox[0]; next && next.dueAt <= Date.now(); next = this.record.inbox[0]) {
        const message = await this.#decrypt(next).catch(() => undefined)
        // Taken out only now, in the same turn in which the session moved on: a saved state has both or neither.
        this.record.inbox.shift()
        if (message) this.#show(next, message)
        else this.#askAgain(next)
      }
    } finally {
      this.#schedule()
    }
  }

  async #decrypt({ fromNumber, fromDevice, cipher, content }: Envelope) {
    if (cipher === 'plain') return proto.Message.decode(content)
    const sender = this.#network.phoneOf(fromNumber)?.record
    if (!sender) return undefined
    const padded = await this.#signal.decrypt(lidJid(sender, fromDevice), cipher, content)
    return proto.Message.decode(unpadRandomMax16(padded))
  }

  #show(envelope: Envelope, message: proto.Message) {
    if (envelope.category === 'peer') return
    const { id, at, fromNumber, addressedAs } = envelope
    const copy = message.deviceSentMessage?.message
    if (copy) {
      const peer = this.#numberOf(message.deviceSentMessage?.destinationJid ?? envelope.recipient ?? '')
      const status = this.#earlyReceipts.get(id) ?? 'sent'
      this.#earlyReceipts.delete(id)
      const media = this.#mediaOf(copy)
      addMessage(this.record.chats, peer, { id, fromMe: true, text: textOf(copy), ...media, at, status })
      return
    }
    const text = textOf(message)
    const media = this.#mediaOf(message)
    addMessage(this.record.chats, fromNumber, {
      id,
      fromMe: false,
      text,
      ...media,
      at,
      status: 'delivered',
      addressedAs,
    })
    const entry = { id, from: fromNumber, text, ...media, at: Date.now() }
    this.record.receivedLog.push(entry)
    if (this.record.receivedLog.length > LOG_KEPT) this.record.receivedLog.shift()
    // The owner's phone stays in the drawer: only a companion's own receipt may tell the sender that it was delivered.
    if (!this.linked) {
      this.#network.sendReceipts(this.record, { to: fromNumber, ids: [id], type: 'delivered', addressedAs })
    }
    if (this.autoRead) void this.markRead(fromNumber)
    this.#events.emit('message', entry)
  }

  #mediaOf(message: proto.IMessage) {
    const media = receiveMedia(message, this.#network.media)
    return media && { media }
  }

  #numberOf(jid: string) {
    return this.#network.findPhone(jid)?.record.number ?? userOf(jid)
  }

  #askAgain({ id, fromNumber, fromDevice, addressedAs, recipient, category }: Envelope) {
    const sender = this.#network.phoneOf(fromNumber)?.record
    const companion = sender?.companions.find(({ device }) => device === fromDevice)
    const count = (this.#retriesAsked.get(id) ?? 0) + 1
    if (!companion || category === 'peer' || count > MAX_RETRIES) return
    this.#retriesAsked.set(id, count)
    const t = nowInSeconds()
    const attrs = { id, from: jidLike(addressedAs, this.record), type: 'retry', t, ...(recipient ? { recipient } : {}) }
    const retry = { tag: 'retry', attrs: { count: String(count), id, t, v: '1', error: '0' } }
    const registration = encodeBigEndian(this.record.creds.registrationId)
    const content: BinaryNode[] = [retry, { tag: 'registration', attrs: {}, content: registration }]
    // From the second time on with keys of our own: the server's directory may not be what is wrong.
    if (count > 1) content.push({ tag: 'keys', attrs: {}, content: bundleNodes(this.takeBundle()).slice(1) })
    this.#network.queue(companion, { tag: 'receipt', attrs, content })
  }
}

/** Keys stay in the phone. */
function shown({ id, fromMe, text, at, status, media }: ChatMessage): ShownMessage {
  if (!media) return { id, fromMe, kind: 'text', text, at, status }
  const { kind, mime, fileName, size, sha256 } = media
  const file = { mime, size, ...(fileName && { name: fileName }), ...(sha256 && { sha256 }) }
  return { id, fromMe, kind, text, at, status, file }
}
