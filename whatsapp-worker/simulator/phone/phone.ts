// A simulated phone and the person who holds it: a customer, or the owner of the company's number. This is what a test or
// the page holds in its hands; phone-inbox decrypts what comes, phone-chats shows it, phone-outbound sends.
// Invariant: all Signal work of a phone runs one task after the other.

import { proto } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import { addMessage } from './conversation.ts'
import { isGroup, lidJid, peerOf, pnJid } from '../jids.ts'
import type { KeyBundle } from '../server/key-bundle.ts'
import { audioContent, documentContent, imageContent, stickerContent, videoContent } from './media-upload.ts'
import type { FileOptions, SoundOptions } from './media-upload.ts'
import {
  contactsContent,
  deletionContent,
  editContent,
  locationContent,
  pollContent,
  reactionContent,
  unknownContent,
  viewOnceContent,
  withContext,
} from './message-content.ts'
import type { Place, Poll } from './message-content.ts'
import type { SharedContact } from './message-view.ts'
import { PhoneCalls } from './phone-calls.ts'
import { PhoneChats } from './phone-chats.ts'
import type { PhoneChat, Typing } from './phone-chats.ts'
import { PhoneInbox } from './phone-inbox.ts'
import type { NetworkPhone, PhoneNetwork } from './phone-network.ts'
import { PhoneOutbound } from './phone-outbound.ts'
import { PhoneWork } from './phone-work.ts'
import { tellPicture } from '../server/picture-news.ts'
import type { CompanionRecord, Envelope, MessageStatus, PhoneRecord, ReceivedEntry } from '../server-state.ts'
import { References } from './references.ts'
import type { SendOptions } from './references.ts'
import { SignalDevice } from './signal-device.ts'

const OUTBOX_KEPT = 500

export interface ImageOptions extends FileOptions {
  /** To be seen once; `withheld`: companions learn of it and do not get it, as WhatsApp often does. */
  viewOnce?: boolean | 'withheld'
}

export class SimulatedPhone implements NetworkPhone {
  readonly record: PhoneRecord
  readonly #network: PhoneNetwork
  readonly #signal: SignalDevice
  readonly #outbound: PhoneOutbound
  readonly #work: PhoneWork
  readonly #chats: PhoneChats
  readonly #inbox: PhoneInbox
  readonly #calls: PhoneCalls
  readonly #references: References

  constructor(record: PhoneRecord, network: PhoneNetwork) {
    this.record = record
    this.#network = network
    this.#signal = new SignalDevice(record.creds, record.keys)
    this.#outbound = new PhoneOutbound(record, this.#signal, network)
    this.#work = new PhoneWork(record.name, () => network.changed())
    this.#chats = new PhoneChats(record, network)
    this.#calls = new PhoneCalls(record, network)
    this.#references = new References(record, network)
    const show = this.#chats.show.bind(this.#chats)
    this.#inbox = new PhoneInbox({ record, network, signal: this.#signal, work: this.#work, show })
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

  /** Whether scanning a QR code leads nowhere, because the account wants a passkey that clients do not offer. */
  get needsPasskey() {
    return this.record.needsPasskey === true
  }

  set needsPasskey(needsPasskey: boolean) {
    this.record.needsPasskey = needsPasskey
    this.#network.changed()
  }

  /** While it is off, what the server has for it waits. */
  switchOff(isOff: boolean) {
    this.#inbox.switchOff(isOff)
  }

  /** Every message that reached this phone, repeats, reactions, edits and deletions included. */
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

  /** Shown to clients that ask; a JPEG or PNG. */
  async setPicture(content: Buffer) {
    this.record.picture = await this.#network.media.put(content)
    tellPicture(this.record, this.#network, 'set')
    this.#network.changed()
  }

  removePicture() {
    delete this.record.picture
    tellPicture(this.record, this.#network, 'delete')
    this.#network.changed()
  }

  /** A past that this phone knows of and no companion was told, until the next one is linked. */
  remember(peer: string, messages: { text: string; fromMe: boolean; at: Date }[]) {
    for (const { text, fromMe, at } of messages) {
      const message = { id: newId(), fromMe, text, at: at.getTime(), status: 'read' as const }
      addMessage(this.record.chats, peerOf(peer), message)
    }
    this.#network.changed()
  }

  /** Writes to another simulated number or to a group; resolves with the message id once the server has it. */
  sendText(to: string, text: string, options?: SendOptions): Promise<string> {
    return this.sendContent(to, { conversation: text }, options)
  }

  /** The same as sendText: the owner writes, and companions see a message that was sent from the phone. */
  sendFromPhone(to: string, text: string) {
    return this.sendText(to, text)
  }

  async sendImage(to: string, content: Buffer, { viewOnce, ...file }: ImageOptions = {}, options?: SendOptions) {
    const image = await imageContent(this.#network.media, content, file)
    if (!viewOnce) return this.sendContent(to, image, options)
    const wrapped = viewOnceContent({ imageMessage: { ...image.imageMessage, viewOnce: true } })
    return this.#submit(to, wrapped, viewOnce === 'withheld')
  }

  async sendVideo(
    to: string,
    content: Buffer,
    file?: FileOptions & { seconds?: number; gif?: boolean },
    options?: SendOptions,
  ) {
    return this.sendContent(to, await videoContent(this.#network.media, content, file), options)
  }

  async sendAudio(to: string, content: Buffer, sound?: SoundOptions, options?: SendOptions) {
    return this.sendContent(to, await audioContent(this.#network.media, content, sound), options)
  }

  async sendDocument(to: string, content: Buffer, file: FileOptions & { name: string }, options?: SendOptions) {
    return this.sendContent(to, await documentContent(this.#network.media, content, file), options)
  }

  async sendSticker(to: string, content: Buffer, file?: { mime?: string }, options?: SendOptions) {
    return this.sendContent(to, await stickerContent(this.#network.media, content, file), options)
  }

  sendLocation(to: string, place: Place, options?: SendOptions) {
    return this.sendContent(to, locationContent(place), options)
  }

  sendContacts(to: string, contacts: SharedContact[], options?: SendOptions) {
    return this.sendContent(to, contactsContent(contacts), options)
  }

  sendPoll(to: string, poll: Poll) {
    return this.sendContent(to, pollContent(poll))
  }

  /** A kind that an app will hardly know. */
  sendUnknown(to: string) {
    return this.sendContent(to, unknownContent())
  }

  /** Anything that WhatsApp knows. */
  async sendContent(to: string, content: proto.IMessage, options: SendOptions = {}): Promise<string> {
    return this.#submit(to, withContext(content, this.#references.contextOf(options)))
  }

  /** An empty `emoji` takes the reaction back. */
  react(messageId: string, emoji: string) {
    const { peer, key } = this.#references.locate(messageId)
    return this.#submit(peer, reactionContent(key, emoji))
  }

  edit(messageId: string, text: string) {
    const { peer, key } = this.#references.locate(messageId)
    return this.#submit(peer, editContent(key, text))
  }

  /** Deletes the message for everybody. */
  revoke(messageId: string) {
    const { peer, key } = this.#references.locate(messageId)
    return this.#submit(peer, deletionContent(key))
  }

  /** Companions see it as long as they are online or have asked to watch this number. */
  typing(to: string, state: Typing | 'paused') {
    const peer = peerOf(to)
    const media: Record<string, string> = state === 'recording' ? { media: 'audio' } : {}
    const content = [{ tag: state === 'recording' ? 'composing' : state, attrs: media }]
    const own = lidJid(this.record)
    const attrs: Record<string, string> = isGroup(peer) ? { from: peer, participant: own } : { from: own }
    for (const phone of this.#others(peer)) {
      for (const companion of phone.record.companions) {
        if (!this.#network.isWatching(companion, this.number)) continue
        this.#network.tell(companion, { tag: 'chatstate', attrs, content })
      }
    }
  }

  /** Rings at the other side until it is rejected, hung up or nobody came; resolves with the call's id. */
  async call(to: string, { video = false }: { video?: boolean } = {}) {
    return this.#calls.start(peerOf(to), video)
  }

  /** Whom it calls takes it, on the phone. */
  pickUp(callId: string) {
    this.#calls.pickUp(callId)
  }

  hangUp(callId: string) {
    this.#calls.hangUp(callId)
  }

  async markRead(peer: string) {
    this.#chats.markRead(peerOf(peer))
  }

  /** Listens to a voice note: it is marked as played, and its sender is told. */
  async markPlayed(messageId: string) {
    this.#chats.markPlayed(messageId)
  }

  chats(): PhoneChat[] {
    return this.#chats.list()
  }

  /** The content of a file in one of its chats, as the person would open it. */
  openFile(messageId: string) {
    return this.#chats.openFile(messageId)
  }

  on(_event: 'message', listener: (message: ReceivedEntry) => void) {
    this.#chats.on(listener)
  }

  off(_event: 'message', listener: (message: ReceivedEntry) => void) {
    this.#chats.off(listener)
  }

  /** The first received message that fits, whether it has come already or comes within the time. */
  waitForMessage(predicate: (message: ReceivedEntry) => boolean, timeoutMs = 60_000): Promise<ReceivedEntry> {
    return this.#chats.waitFor(predicate, timeoutMs)
  }

  // From here on: called by the server.

  accept(envelope: Envelope) {
    this.#inbox.accept(envelope)
  }

  applyReceipt(chat: string, ids: string[], status: MessageStatus) {
    this.#chats.applyReceipt(chat, ids, status)
  }

  /** A companion of this phone has read messages of `peer`. */
  readElsewhere(peer: string, ids: string[]) {
    this.#chats.readElsewhere(peer, ids)
  }

  showTyping(peer: string, state: Typing | 'paused') {
    this.#chats.setTyping(peer, state)
  }

  showNotice(group: string, id: string, text: string) {
    this.#chats.addNotice(group, id, text)
  }

  callRejected(callId: string) {
    this.#calls.rejected(callId)
  }

  forgetSenderKey(group: string) {
    this.#work.inBackground(async () => this.#outbound.forgetSenderKey(group))
  }

  takeBundle(): KeyBundle {
    const bundle = this.#signal.newBundle()
    this.#network.changed()
    return bundle
  }

  /** Once for each companion: not before all messages are queued may a saved state call it introduced. */
  introduce(companion: CompanionRecord) {
    this.#work.inBackground(async () => {
      await this.#outbound.introduce(companion)
      companion.introduced = true
    })
  }

  /** A companion could not decrypt message `id`. */
  resend(companion: CompanionRecord, id: string, receipt: BinaryNode, count: string) {
    this.#work.inBackground(() => this.#outbound.resend(companion, id, receipt, count))
  }

  async stop() {
    this.#inbox.stop()
    this.#calls.stop()
    await this.#work.done()
  }

  #submit(to: string, content: proto.IMessage, withheld = false) {
    const id = newId()
    return this.#work.inTurn(async () => {
      await this.#send(id, peerOf(to), content, withheld)
      return id
    })
  }

  async #send(id: string, to: string, content: proto.IMessage, withheld: boolean) {
    const others = this.#others(to)
    const message = { id, to, payload: proto.Message.encode(content).finish() }
    const at = Date.now()
    this.record.outbox.push(message)
    if (this.record.outbox.length > OUTBOX_KEPT) this.record.outbox.shift()
    this.#chats.addOwn(id, to, content, at)
    const group = isGroup(to) ? { group: to } : {}
    const sender = { fromNumber: this.number, fromDevice: 0, cipher: 'plain' as const, ...group }
    const dueAt = at + this.#network.faults.deliveryDelayMs
    for (const other of others) {
      other.accept({ id, at, dueAt, ...sender, addressedAs: other.record.lid, content: message.payload })
    }
    const companions = [...others.flatMap((other) => other.record.companions), ...this.record.companions]
    const times = this.#network.faults.duplicateMessages ? 2 : 1
    for (let time = 0; time < times; time++) await this.#toCompanions(companions, message, withheld)
  }

  async #toCompanions(companions: CompanionRecord[], message: PhoneRecord['outbox'][number], withheld: boolean) {
    const group = this.#network.groupOf(message.to)
    if (group) return this.#outbound.sendToGroup(group, companions, message)
    for (const companion of companions) await this.#outbound.send(companion, message, { withheld })
  }

  /** The phones at the other side: of the contact, or of everybody else in the group. */
  #others(peer: string): NetworkPhone[] {
    if (!isGroup(peer)) {
      const contact = this.#network.phoneOf(peer)
      if (!contact) throw new Error(`no simulated phone has the number ${peer}`)
      return [contact]
    }
    const members = this.#network.groupOf(peer)?.members ?? []
    if (!members.some(({ number }) => number === this.number)) throw new Error(`${this.name} is not in this group`)
    return members.flatMap(({ number }) => (number === this.number ? [] : (this.#network.phoneOf(number) ?? [])))
  }
}

const newId = () => randomBytes(10).toString('hex').toUpperCase()
