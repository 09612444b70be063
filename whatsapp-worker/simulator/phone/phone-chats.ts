// What the person at a phone sees: conversations with messages of every kind, who is typing, what was read. Takes in what
// the inbox has decrypted and answers with receipts.
// Invariants: a message is shown once, whatever is repeated; keys of files stay in the phone.

import { proto } from '@whiskeysockets/baileys'
import { EventEmitter } from 'node:events'
import { addMessage, applyChange, findMessage, raiseStatus, readAll, readSome } from './conversation.ts'
import { isGroup, userOf } from '../jids.ts'
import { changeIn, readMessage } from './message-view.ts'
import type { MessageChange, MessageView } from './message-view.ts'
import type { PhoneNetwork } from './phone-network.ts'
import { openMedia, receiveMedia } from './received-media.ts'
import type { ReceivedMedia } from './received-media.ts'
import type { ChatMessage, Envelope, MessageStatus, PhoneRecord, ReceivedEntry } from '../server-state.ts'

const LOG_KEPT = 2000
const TYPING_MS = 25_000

export type Typing = 'composing' | 'recording'

export interface ShownMessage extends MessageView {
  id: string
  fromMe: boolean
  /** In groups: the number that wrote it. */
  author?: string
  /** The text, or the caption of a file. */
  text: string
  at: number
  status: MessageStatus
  reactions?: { from: string; emoji: string }[]
  isEdited?: boolean
  isDeleted?: boolean
  /** The file, if there is one; without sha256 it could not be opened. */
  file?: { mime: string; name?: string; size: number; sha256?: string }
}

export interface PhoneChat {
  /** A number, or a group's address. */
  peer: string
  peerName?: string
  typing?: Typing
  messages: ShownMessage[]
}

type Parts = Pick<ChatMessage, 'text' | 'media' | 'payload'> & { view: MessageView }

export class PhoneChats {
  readonly #record: PhoneRecord
  readonly #network: PhoneNetwork
  readonly #events = new EventEmitter<{ message: [ReceivedEntry] }>().setMaxListeners(0)
  /** Receipts may overtake the owner's copy of the message that they are about. */
  readonly #earlyReceipts = new Map<string, MessageStatus>()
  readonly #typing = new Map<string, { state: Typing; until: number }>()

  constructor(record: PhoneRecord, network: PhoneNetwork) {
    this.#record = record
    this.#network = network
  }

  list(): PhoneChat[] {
    return this.#record.chats.map(({ peer, messages }) => {
      const peerName = this.#nameOf(peer)
      const typing = this.#typing.get(peer)
      return {
        peer,
        ...(peerName !== undefined && { peerName }),
        ...(typing && typing.until > Date.now() && { typing: typing.state }),
        messages: messages.map((message) => this.#shown(message)),
      }
    })
  }

  /** What this phone itself writes. */
  addOwn(id: string, peer: string, message: proto.IMessage, at: number) {
    const change = changeIn(message)
    if (change) applyChange(this.#record.chats, peer, undefined, change)
    else addMessage(this.#record.chats, peer, { id, fromMe: true, ...this.#partsOf(message), at, status: 'sent' })
  }

  /** What has been decrypted. */
  show(envelope: Envelope, message: proto.Message) {
    if (envelope.category === 'peer' || isKeyOnly(message)) return
    const copy = message.deviceSentMessage
    const peer = copy ? this.#numberOf(copy.destinationJid ?? envelope.recipient ?? '') : envelope.group
    if (copy?.message) this.#showOwn(envelope, peer ?? '', copy.message)
    else if (envelope.fromNumber === this.#record.number) this.#showOwn(envelope, peer ?? '', message)
    else this.#showReceived(envelope, message)
  }

  /** A line that nobody wrote, such as that somebody has joined. */
  addNotice(peer: string, id: string, text: string) {
    const view: MessageView = { kind: 'notice' }
    addMessage(this.#record.chats, peer, { id, fromMe: false, text, view, at: Date.now(), status: 'read' })
    this.#network.changed()
  }

  find(id: string) {
    return findMessage(this.#record.chats, id)
  }

  markRead(peer: string) {
    const byAddress = Map.groupBy(readAll(this.#record.chats, peer), (message) => addressOf(message, this.#record))
    for (const messages of byAddress.values()) this.#sendReceipts(peer, messages, 'read')
    this.#network.changed()
  }

  markPlayed(id: string) {
    const found = this.find(id)
    if (!found || found.message.fromMe) throw new Error('no message to play')
    found.message.status = 'played'
    this.#sendReceipts(found.chat.peer, [found.message], 'played')
    this.#network.changed()
  }

  applyReceipt(peer: string, ids: string[], status: MessageStatus) {
    for (const id of raiseStatus(this.#record.chats, peer, ids, status)) this.#earlyReceipts.set(id, status)
    this.#network.changed()
  }

  readElsewhere(peer: string, ids: string[]) {
    readSome(this.#record.chats, peer, ids)
    this.#network.changed()
  }

  setTyping(peer: string, state: Typing | 'paused') {
    if (state === 'paused') this.#typing.delete(peer)
    else this.#typing.set(peer, { state, until: Date.now() + TYPING_MS })
    this.#network.changed()
  }

  openFile(messageId: string): { media: ReceivedMedia; content: Buffer } | undefined {
    const media = this.find(messageId)?.message.media
    const content = media && openMedia(media, this.#network.media)
    return content && { media, content }
  }

  on(listener: (message: ReceivedEntry) => void) {
    this.#events.on('message', listener)
  }

  off(listener: (message: ReceivedEntry) => void) {
    this.#events.off('message', listener)
  }

  waitFor(predicate: (message: ReceivedEntry) => boolean, timeoutMs: number): Promise<ReceivedEntry> {
    const present = this.#record.receivedLog.find(predicate)
    if (present) return Promise.resolve(present)
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        this.off(listener)
      }
      const listener = (message: ReceivedEntry) => {
        if (!predicate(message)) return
        finish()
        resolve(message)
      }
      const timer = setTimeout(() => {
        finish()
        reject(new Error(`${this.#record.name}: no such message within ${timeoutMs} ms`))
      }, timeoutMs)
      this.on(listener)
    })
  }

  #showOwn({ id, at }: Envelope, peer: string, message: proto.IMessage) {
    const change = changeIn(message)
    if (change) return applyChange(this.#record.chats, peer, undefined, change)
    const status = this.#earlyReceipts.get(id) ?? 'sent'
    this.#earlyReceipts.delete(id)
    addMessage(this.#record.chats, peer, { id, fromMe: true, ...this.#partsOf(message), at, status })
  }

  #showReceived(envelope: Envelope, message: proto.IMessage) {
    const { fromNumber: from, group } = envelope
    const peer = group ?? from
    this.#typing.delete(peer)
    const change = changeIn(message)
    const parts = change ?? this.#partsOf(message)
    if (change) applyChange(this.#record.chats, peer, from, change)
    if ('view' in parts) this.#addReceived(envelope, peer, parts)
    const entry = this.#log(envelope, parts)
    // The owner's phone stays in the drawer: only a companion's own receipt may tell the sender that it was delivered.
    if (this.#record.companions.length === 0) this.#tellDelivered(envelope)
    if (this.#record.autoRead) this.markRead(peer)
    this.#events.emit('message', entry)
  }

  #addReceived({ id, at, addressedAs, fromNumber, group }: Envelope, peer: string, parts: Parts) {
    const author = group ? { author: fromNumber } : {}
    const message = { id, fromMe: false, ...author, ...parts, at, status: 'delivered' as const, addressedAs }
    addMessage(this.#record.chats, peer, message)
  }

  #log({ id, fromNumber, group }: Envelope, said: Parts | MessageChange) {
    const { receivedLog } = this.#record
    const where = { id, from: fromNumber, ...(group && { group }), at: Date.now() }
    const entry: ReceivedEntry = 'view' in said ? { ...where, ...loggable(said) } : { ...where, ...said }
    receivedLog.push(entry)
    if (receivedLog.length > LOG_KEPT) receivedLog.shift()
    return entry
  }

  #tellDelivered({ id, fromNumber, addressedAs, group }: Envelope) {
    this.#network.sendReceipts(this.#record, { to: fromNumber, ids: [id], type: 'delivered', addressedAs, group })
  }

  #sendReceipts(peer: string, messages: ChatMessage[], type: 'read' | 'played') {
    const group = isGroup(peer) ? peer : undefined
    const addressedAs = messages[0]?.addressedAs ?? this.#record.lid
    const to = messages[0]?.author ?? peer
    this.#network.sendReceipts(this.#record, { to, ids: messages.map(({ id }) => id), type, addressedAs, group })
  }

  #partsOf(message: proto.IMessage): Parts {
    const { text, view } = readMessage(message)
    const isPlain = view.kind === 'text'
    const payload = isPlain ? {} : { payload: proto.Message.encode(message).finish() }
    return { text, view, ...this.#mediaOf(message), ...payload }
  }

  #mediaOf(message: proto.IMessage) {
    const media = receiveMedia(message, this.#network.media)
    return media && { media }
  }

  #shown({ id, fromMe, author, text, at, status, media, view, ...rest }: ChatMessage): ShownMessage {
    const { reactions, isEdited, isDeleted } = rest
    const mentions = view?.mentions?.map((jid) => this.#numberOf(jid))
    return {
      id,
      fromMe,
      ...(author !== undefined && { author }),
      ...(view ?? { kind: media?.kind ?? 'text' }),
      text,
      at,
      status,
      ...(mentions && { mentions }),
      ...(reactions?.length && { reactions }),
      ...(isEdited && { isEdited }),
      ...(isDeleted && { isDeleted }),
      ...(media && { file: fileOf(media) }),
    }
  }

  #nameOf(peer: string) {
    return isGroup(peer) ? this.#network.groupOf(peer)?.subject : this.#network.phoneOf(peer)?.record.name
  }

  #numberOf(jid: string) {
    return this.#network.findPhone(jid)?.record.number ?? userOf(jid)
  }
}

/** Receipts name one author in one form of address each. */
function addressOf({ addressedAs, author }: ChatMessage, { lid }: PhoneRecord) {
  return `${author ?? ''} ${addressedAs ?? lid}`
}

/** A sender key travels by itself before the message that it opens. */
function isKeyOnly(message: proto.IMessage) {
  const kinds = Object.keys(message).filter((key) => key !== 'messageContextInfo')
  return kinds.length === 1 && kinds[0] === 'senderKeyDistributionMessage'
}

/** The log is for looking at: it need not be able to forward. */
function loggable({ text, view, media }: Parts) {
  return { text, view, kind: view.kind, ...(media && { media }) }
}

function fileOf({ mime, fileName, size, sha256 }: ReceivedMedia) {
  return { mime, size, ...(fileName && { name: fileName }), ...(sha256 && { sha256 }) }
}
