// How a phone writes to companions: Signal encryption and the stanza around it, first sends, resends after a retry
// receipt, and the messages by which the owner's phone introduces itself to a newly linked companion. In a group the
// message is encrypted once, and whoever lacks our sender key gets that beside it.
// Callers serialise: one call at a time for each phone.

import {
  encodeWAMessage,
  extractE2ESessionFromRetryReceipt,
  normalizeMessageContent,
  proto,
} from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import { historyMessages } from './history.ts'
import { isGroup, lidJid, nowInSeconds, pnJid } from '../jids.ts'
import type { PhoneNetwork } from './phone-network.ts'
import type { CompanionRecord, GroupRecord, PhoneRecord } from '../server-state.ts'
import type { SignalDevice } from './signal-device.ts'

export interface OutboundMessage {
  id: string
  /** Number of the contact, or the group's address. */
  to: string
  payload: Uint8Array
}

interface Extras {
  retryCount?: string
  /** Companions are told of a message to be seen once, and do not get it. */
  withheld?: boolean
}

const { ProtocolMessage } = proto.Message

/** Resends of a message to one companion. */
const MAX_RETRIES = 5

export class PhoneOutbound {
  readonly #record: PhoneRecord
  readonly #signal: SignalDevice
  readonly #network: PhoneNetwork
  readonly #resends = new Map<string, number>()

  constructor(record: PhoneRecord, signal: SignalDevice, network: PhoneNetwork) {
    this.#record = record
    this.#signal = signal
    this.#network = network
  }

  /** The contact's companions get the message, our own ones a copy that says whom it went to. */
  async send(companion: CompanionRecord, message: OutboundMessage, extras: Extras = {}) {
    const own = companion.number === this.#record.number
    const content = proto.Message.decode(message.payload)
    const contact = this.#network.phoneOf(message.to)?.record
    if (!contact) return
    const copy = { deviceSentMessage: { destinationJid: lidJid(contact), message: content } }
    const route: Record<string, string> = own
      ? { recipient: lidJid(contact), peer_recipient_pn: pnJid(contact) }
      : { sender_pn: pnJid(this.#record) }
    const part =
      extras.withheld && !own
        ? { tag: 'unavailable', attrs: { type: 'view_once' } }
        : await this.#encrypt(companion, own ? copy : content, extras.retryCount)
    this.#queue(companion, message.id, { from: lidJid(this.#record), ...stanzaKind(content), ...route }, [part])
  }

  async sendToGroup(group: GroupRecord, companions: CompanionRecord[], message: OutboundMessage) {
    const content = proto.Message.decode(message.payload)
    const { ciphertext, senderKeyDistributionMessage: key } = await this.#signal.encryptForGroup(
      group.id,
      this.#record.lid,
      encodeWAMessage(content),
    )
    if (this.#network.faults.takeCorruption()) ciphertext.reverse()
    const holders = this.#holdersOf(group.id)
    const enc: BinaryNode = { tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: ciphertext }
    for (const companion of companions) {
      const name = `${companion.number}:${companion.device}`
      const keyPart = holders.includes(name) ? [] : [await this.#encrypt(companion, keyMessage(group.id, key))]
      if (keyPart.length) holders.push(name)
      this.#queue(companion, message.id, this.#groupRoute(group.id, content), [...keyPart, enc])
    }
  }

  /** A companion could not read message `id`: open a new session and send it again, a few times. */
  async resend(companion: CompanionRecord, id: string, receipt: BinaryNode, retryCount: string) {
    const key = `${id} ${companion.number}:${companion.device}`
    const resends = (this.#resends.get(key) ?? 0) + 1
    this.#resends.set(key, resends)
    const message = this.#record.outbox.findLast((sent) => sent.id === id)
    if (!message || resends > MAX_RETRIES) return
    const jid = lidJid(companion, companion.device)
    const session = extractE2ESessionFromRetryReceipt(receipt)
    if (session) await this.#signal.startSession(jid, session)
    else await this.#signal.openSession(jid, this.#network.takeCompanionBundle(companion))
    if (isGroup(message.to)) await this.#resendToGroup(companion, message, retryCount)
    else await this.send(companion, message, { retryCount })
  }

  /** Who is no longer in the group must not read on. */
  forgetSenderKey(group: string) {
    this.#signal.forgetSenderKey(group, this.#record.lid)
    delete this.#record.senderKeyHolders?.[group]
  }

  /** Without the first two of these messages a new companion holds back all events of its first login for 20 s. */
  async introduce(companion: CompanionRecord) {
    for (const protocolMessage of [appStateKeys(), ...historyMessages(this.#record, this.#network)]) {
      const enc = await this.#encrypt(companion, { protocolMessage })
      const id = randomBytes(10).toString('hex').toUpperCase()
      const route = { from: lidJid(this.#record), type: 'text', category: 'peer' }
      this.#queue(companion, id, route, [enc], 0)
    }
  }

  /** To the one companion only, with the sender key inside: others could not decrypt what they read already. */
  async #resendToGroup(companion: CompanionRecord, message: OutboundMessage, retryCount: string) {
    const content = proto.Message.decode(message.payload)
    const key = await this.#signal.senderKey(message.to, this.#record.lid)
    Object.assign(content, keyMessage(message.to, key))
    const enc = await this.#encrypt(companion, content, retryCount)
    this.#queue(companion, message.id, this.#groupRoute(message.to, content), [enc])
  }

  #holdersOf(group: string) {
    const all = (this.#record.senderKeyHolders ??= {})
    return (all[group] ??= [])
  }

  #groupRoute(group: string, content: proto.IMessage): Record<string, string> {
    const author = { participant: lidJid(this.#record), participant_pn: pnJid(this.#record) }
    return { from: group, ...author, ...stanzaKind(content) }
  }

  async #encrypt(companion: CompanionRecord, message: proto.IMessage, retryCount?: string): Promise<BinaryNode> {
    const jid = lidJid(companion, companion.device)
    if (!(await this.#signal.hasSession(jid))) {
      await this.#signal.openSession(jid, this.#network.takeCompanionBundle(companion))
    }
    const { type, ciphertext } = await this.#signal.encrypt(jid, encodeWAMessage(message))
    if (this.#network.faults.takeCorruption()) ciphertext.reverse()
    return { tag: 'enc', attrs: { v: '2', type, ...(retryCount ? { count: retryCount } : {}) }, content: ciphertext }
  }

  #queue(
    companion: CompanionRecord,
    id: string,
    route: Record<string, string>,
    content: BinaryNode[],
    delayMs = this.#network.faults.deliveryDelayMs,
  ) {
    const attrs = { id, t: nowInSeconds(), notify: this.#record.name, addressing_mode: 'lid' }
    this.#network.queue(companion, { tag: 'message', attrs: { ...attrs, ...route }, content }, delayMs)
  }
}

function keyMessage(groupId: string, key: Uint8Array): proto.IMessage {
  return { senderKeyDistributionMessage: { groupId, axolotlSenderKeyDistributionMessage: key } }
}

/** What the server may know of a message: its rough kind, and that it changes another one. */
function stanzaKind(message: proto.IMessage): Record<string, string> {
  const content = normalizeMessageContent(message) ?? {}
  if (content.reactionMessage) return { type: 'reaction' }
  if (content.pollCreationMessageV3) return { type: 'poll' }
  const change = content.protocolMessage?.type
  if (change === ProtocolMessage.Type.MESSAGE_EDIT) return { type: 'text', edit: '1' }
  if (change === ProtocolMessage.Type.REVOKE) return { type: 'text', edit: '7' }
  return { type: content.conversation || content.extendedTextMessage ? 'text' : 'media' }
}

function appStateKeys(): proto.Message.IProtocolMessage {
  const fingerprint = { rawId: 1, currentIndex: 0, deviceIndexes: [0] }
  const keyData = { keyData: randomBytes(32), fingerprint, timestamp: Date.now() }
  const keys = [{ keyId: { keyId: randomBytes(6) }, keyData }]
  return { type: ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys } }
}
