// How a phone writes to companions: Signal encryption and the stanza around it, first sends, resends after a retry
// receipt, and the two messages by which the owner's phone introduces itself to a newly linked companion.
// Callers serialise: one call at a time for each phone.

import { encodeWAMessage, extractE2ESessionFromRetryReceipt, proto } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { lidJid, nowInSeconds, pnJid } from './jids.ts'
import type { PhoneNetwork } from './phone-network.ts'
import type { CompanionRecord, PhoneRecord } from './server-state.ts'
import type { SignalDevice } from './signal-device.ts'

export interface OutboundMessage {
  id: string
  /** Number of the contact. */
  to: string
  payload: Uint8Array
}

const { ProtocolMessage } = proto.Message

export class PhoneOutbound {
  readonly #record: PhoneRecord
  readonly #signal: SignalDevice
  readonly #network: PhoneNetwork

  constructor(record: PhoneRecord, signal: SignalDevice, network: PhoneNetwork) {
    this.#record = record
    this.#signal = signal
    this.#network = network
  }

  /** The contact's companions get the message, our own ones a copy that says whom it went to. */
  async send(companion: CompanionRecord, message: OutboundMessage, retryCount?: string) {
    const own = companion.number === this.#record.number
    const content = proto.Message.decode(message.payload)
    const contact = this.#network.phoneOf(message.to)?.record
    if (!contact) return
    const copy = { deviceSentMessage: { destinationJid: lidJid(contact), message: content } }
    const enc = await this.#encrypt(companion, own ? copy : content, retryCount)
    const route: Record<string, string> = own
      ? { recipient: lidJid(contact), peer_recipient_pn: pnJid(contact) }
      : { sender_pn: pnJid(this.#record) }
    this.#queue(companion, message.id, { type: 'text', ...route }, enc, this.#network.faults.deliveryDelayMs)
  }

  /** A companion could not read the message: open a new session and send it again. */
  async resend(companion: CompanionRecord, message: OutboundMessage, receipt: BinaryNode, retryCount: string) {
    const jid = lidJid(companion, companion.device)
    const session = extractE2ESessionFromRetryReceipt(receipt)
    if (session) await this.#signal.startSession(jid, session)
    else await this.#signal.openSession(jid, this.#network.takeCompanionBundle(companion))
    await this.send(companion, message, retryCount)
  }

  /** Without these two messages a new companion holds back all events of its first login for 20 s. */
  async introduce(companion: CompanionRecord) {
    for (const protocolMessage of [appStateKeys(), emptyHistory(this.#record)]) {
      const enc = await this.#encrypt(companion, { protocolMessage })
      const id = randomBytes(10).toString('hex').toUpperCase()
      this.#queue(companion, id, { type: 'text', category: 'peer' }, enc, 0)
    }
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

  #queue(companion: CompanionRecord, id: string, route: Record<string, string>, enc: BinaryNode, delayMs: number) {
    const attrs = {
      id,
      from: lidJid(this.#record),
      t: nowInSeconds(),
      notify: this.#record.name,
      addressing_mode: 'lid',
    }
    this.#network.queue(companion, { tag: 'message', attrs: { ...attrs, ...route }, content: [enc] }, delayMs)
  }
}

function appStateKeys(): proto.Message.IProtocolMessage {
  const fingerprint = { rawId: 1, currentIndex: 0, deviceIndexes: [0] }
  const keyData = { keyData: randomBytes(32), fingerprint, timestamp: Date.now() }
  const keys = [{ keyId: { keyId: randomBytes(6) }, keyData }]
  return { type: ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys } }
}

function emptyHistory(record: PhoneRecord): proto.Message.IProtocolMessage {
  const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP
  const pushnames = [{ id: pnJid(record), pushname: record.name }]
  const history = proto.HistorySync.encode({ syncType, conversations: [], pushnames, progress: 100 }).finish()
  const historySyncNotification: proto.Message.IHistorySyncNotification = {
    syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
    chunkOrder: 1,
    progress: 100,
    initialHistBootstrapInlinePayload: deflateSync(history),
  }
  return { type: ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION, historySyncNotification }
}
