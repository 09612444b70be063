// The simulated server: accounts, who is connected, and the way between them. A new connection is a client to be paired
// or a companion that logs in; phones live inside and use the server as their network.
// Invariant: a companion has at most one connection; the newer one replaces the older.

import type { proto } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import { ClientConnection } from './client-connection.ts'
import { CompanionClient } from './companion-client.ts'
import { CompanionQueue } from './companion-queue.ts'
import type { Faults } from '../faults.ts'
import { Groups } from './groups.ts'
import { digitsOf, isLid, lidJid, nowInSeconds, pnJid, SERVER_JID, userOf } from '../jids.ts'
import type { KeyBundle } from './key-bundle.ts'
import type { MediaHost } from './media-host.ts'
import type { ClientHandshake } from './noise-responder.ts'
import { Pairing } from './pairing.ts'
import { SimulatedPhone } from '../phone/phone.ts'
import type { PhoneNetwork, Receipts } from '../phone/phone-network.ts'
import { ReceiptWay } from './receipt-faults.ts'
import { createPhoneRecord } from '../server-state.ts'
import type { CompanionRecord, PhoneRecord, ServerState } from '../server-state.ts'

const LOW_PRE_KEYS = 5

export class WhatsAppServer implements PhoneNetwork {
  readonly faults: Faults
  readonly media: MediaHost
  readonly companions: CompanionQueue
  readonly groups: Groups
  /** `type xmlns child` of each iq that the server could not answer. */
  /** How often each iq was answered, by `type xmlns child`. */
  readonly answeredIqs = new Map<string, number>()
  readonly unknownIqs: string[] = []
  readonly changed: () => void
  readonly #state: ServerState
  readonly #phones = new Map<string, SimulatedPhone>()
  readonly #phonesByLid = new Map<string, SimulatedPhone>()
  readonly #clients = new Map<CompanionRecord, CompanionClient>()
  readonly #pairing = new Pairing()
  readonly #receipts: ReceiptWay

  constructor(state: ServerState, parts: { faults: Faults; media: MediaHost }, changed: () => void) {
    this.#state = state
    this.faults = parts.faults
    this.media = parts.media
    this.changed = changed
    this.companions = new CompanionQueue(changed)
    this.#receipts = new ReceiptWay(parts.faults, (companion, node) => this.queue(companion, node))
    this.groups = new Groups((state.groups ??= []), this)
    for (const record of state.phones) this.#open(record)
  }

  connect(socket: WebSocket) {
    const connection = new ClientConnection(socket, this.#state.keys)
    connection.onHandshake = (handshake) => {
      if (handshake.payload.devicePairingData) this.#pairing.begin(connection, handshake)
      else this.#logIn(connection, handshake)
    }
  }

  phones() {
    return [...this.#phones.values()]
  }

  phoneOf(number: string) {
    return this.#phones.get(number)
  }

  findPhone(jid: string) {
    const user = userOf(jid)
    return isLid(jid) ? this.#phonesByLid.get(user) : this.#phones.get(user)
  }

  groupOf(id: string) {
    return this.groups.find(id)
  }

  tell(companion: CompanionRecord, node: BinaryNode) {
    this.#clients.get(companion)?.connection.send(node)
  }

  isWatching(companion: CompanionRecord, number: string) {
    const client = this.#clients.get(companion)
    return client !== undefined && (client.isAvailable || client.watched.has(number))
  }

  addPhone(writtenNumber: string, name: string) {
    const number = digitsOf(writtenNumber)
    const existing = this.#phones.get(number)
    if (existing) return existing
    const record = createPhoneRecord(number, name)
    this.#state.phones.push(record)
    const phone = this.#open(record)
    this.changed()
    return phone
  }

  queue(companion: CompanionRecord, node: BinaryNode, delayMs = 0) {
    this.companions.add(companion, node, delayMs)
  }

  takeCompanionBundle(companion: CompanionRecord): KeyBundle {
    const { registrationId, identity, signedPreKey } = companion
    const preKey = companion.preKeys.shift()
    const left = companion.preKeys.length
    if (left < LOW_PRE_KEYS) {
      const count = { tag: 'count', attrs: { value: String(left) } }
      const client = this.#clients.get(companion)
      const attrs = { id: client?.connection.newId() ?? '', from: SERVER_JID, type: 'encrypt', t: nowInSeconds() }
      client?.connection.send({ tag: 'notification', attrs, content: [count] })
    }
    this.changed()
    return { registrationId, identity, signedPreKey, preKey }
  }

  sendReceipts(from: PhoneRecord, { to, ids, type, addressedAs, group }: Receipts) {
    if (this.faults.dropReceipts) return
    const author = this.#phones.get(to)
    author?.applyReceipt(group ?? from.number, ids, type)
    const [id = '', ...rest] = ids
    const list = { tag: 'list', attrs: {}, content: rest.map((item) => ({ tag: 'item', attrs: { id: item } })) }
    const sender: Record<string, string> = group ? { from: group, participant: lidJid(from) } : { from: addressedAs }
    const attrs = { id, ...sender, t: nowInSeconds(), ...(type === 'delivered' ? {} : { type }) }
    const content = rest.length ? [list] : []
    for (const companion of author?.record.companions ?? []) {
      this.#receipts.send(companion, { tag: 'receipt', attrs, content })
    }
    if (type !== 'read' || !author) return
    const chat: Record<string, string> = group ? { from: group, participant: lidJid(from) } : { from: lidJid(from) }
    const seen = { id, t: attrs.t, ...chat, recipient: lidJid(author.record), type: 'read-self' }
    for (const companion of from.companions) this.queue(companion, { tag: 'receipt', attrs: seen, content })
  }

  /** With a passkey to be shown, the phone gets stuck after the scan, and the client goes on showing new codes. */
  async linkByQr(phone: PhoneRecord, qr: string) {
    if (phone.needsPasskey) throw new Error('this account needs a passkey: the scan leads nowhere')
    return this.#pairing.byQr(phone, qr, (companion) => this.#link(phone, companion))
  }

  linkByCode(phone: PhoneRecord, code: string) {
    return this.#pairing.byCode(phone, code, (companion) => this.#link(phone, companion))
  }

  dropPairing() {
    this.#pairing.drop()
  }

  unlink(phone: PhoneRecord) {
    for (const companion of phone.companions.slice()) this.removeCompanion(companion)
  }

  removeCompanion(companion: CompanionRecord) {
    const companions = this.#phones.get(companion.number)?.record.companions
    companions?.splice(companions.indexOf(companion), 1)
    this.#announceDevices(companion)
    this.#clients.get(companion)?.end({ code: 401, conflict: 'device_removed' })
    this.changed()
  }

  /** The client has asked for its stanzas. */
  goLive({ companion, connection }: CompanionClient) {
    this.companions.goLive(companion, connection)
    if (!companion.introduced) this.#phones.get(companion.number)?.introduce(companion)
  }

  clientsOf(number: string) {
    return [...this.#clients.values()].filter(({ companion }) => companion.number === number)
  }

  async stop() {
    await Promise.all(this.phones().map((phone) => phone.stop()))
  }

  #open(record: PhoneRecord) {
    const phone = new SimulatedPhone(record, this)
    this.#phones.set(record.number, phone)
    this.#phonesByLid.set(userOf(record.lid), phone)
    return phone
  }

  #link(phone: PhoneRecord, companion: CompanionRecord) {
    phone.companions.push(companion)
    this.#announceDevices(companion)
    this.changed()
  }

  /** Clients remember which devices a number has: those that may have asked must ask anew. */
  #announceDevices({ number, lid }: CompanionRecord) {
    const account = { number, lid }
    const knows = (phone: PhoneRecord) => phone.number === number || phone.chats.some(({ peer }) => peer === number)
    const device = (jid: string): BinaryNode => ({ tag: 'device', attrs: { jid } })
    const update = { tag: 'update', attrs: {}, content: [device(pnJid(account)), device(lidJid(account))] }
    for (const { record } of this.phones()) {
      if (!knows(record)) continue
      for (const companion of record.companions) {
        const attrs = { id: randomUUID(), from: pnJid(account), type: 'devices', t: nowInSeconds() }
        this.queue(companion, { tag: 'notification', attrs, content: [update] })
      }
    }
  }

  #logIn(connection: ClientConnection, handshake: ClientHandshake) {
    const companion = this.#companionOf(handshake)
    const refusal = this.faults.takeFailedLogin() ?? (companion ? undefined : 401)
    if (!companion || refusal !== undefined) {
      connection.send({ tag: 'failure', attrs: { reason: String(refusal), location: 'sim' } })
      connection.close()
      return
    }
    this.#clients.get(companion)?.end({ conflict: 'replaced' })
    const client = new CompanionClient(this, connection, companion)
    this.#clients.set(companion, client)
    connection.onClose = () => this.#leave(client)
    const attrs = { t: nowInSeconds(), lid: lidJid(companion, companion.device), location: 'sim' }
    connection.send({ tag: 'success', attrs })
    this.changed()
  }

  #leave(client: CompanionClient) {
    this.companions.leave(client.companion, client.connection)
    if (this.#clients.get(client.companion) === client) this.#clients.delete(client.companion)
    this.changed()
  }

  #companionOf({ noiseKey, payload }: ClientHandshake) {
    const record = this.#phones.get(numberIn(payload))?.record
    return record?.companions.find(
      (companion) => companion.device === (payload.device ?? 0) && Buffer.from(companion.noiseKey).equals(noiseKey),
    )
  }
}

function numberIn({ username }: proto.ClientPayload) {
  return String(username ?? '')
}
