// What has reached a phone and is not read yet: envelopes wait here until they are due, are decrypted one after the other,
// and shown. What cannot be decrypted is asked for again. Invariant: an envelope leaves in the same turn in which the
// session moved on, so that a saved state has both or neither.

import { encodeBigEndian, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { jidLike, lidJid, nowInSeconds } from '../jids.ts'
import { bundleNodes } from '../server/key-bundle.ts'
import type { PhoneNetwork } from './phone-network.ts'
import type { PhoneWork } from './phone-work.ts'
import type { Envelope, PhoneRecord } from '../server-state.ts'
import type { SignalDevice } from './signal-device.ts'

const MAX_RETRIES = 5

interface InboxParts {
  record: PhoneRecord
  network: PhoneNetwork
  signal: SignalDevice
  work: PhoneWork
  show: (envelope: Envelope, message: proto.Message) => void
}

export class PhoneInbox {
  readonly #parts: InboxParts
  readonly #retriesAsked = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #isOff = false

  constructor(parts: InboxParts) {
    this.#parts = parts
    this.#schedule()
  }

  accept(envelope: Envelope) {
    const { record, network } = this.#parts
    record.inbox.push(envelope)
    network.changed()
    this.#schedule()
  }

  /** What comes meanwhile is read when it is on again. */
  switchOff(isOff: boolean) {
    this.#isOff = isOff
    this.#schedule()
  }

  stop() {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #schedule() {
    const { record, work } = this.#parts
    const next = record.inbox[0]
    if (!next || this.#timer || this.#stopped || this.#isOff) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        work.inBackground(() => this.#drain())
      },
      Math.max(0, next.dueAt - Date.now()),
    )
  }

  async #drain() {
    const { inbox } = this.#parts.record
    try {
      for (let next = inbox[0]; next && !this.#isOff && next.dueAt <= Date.now(); next = inbox[0]) {
        const message = await this.#decrypt(next).catch(() => undefined)
        inbox.shift()
        if (message) this.#parts.show(next, message)
        else this.#askAgain(next)
      }
    } finally {
      this.#schedule()
    }
  }

  async #decrypt({ fromNumber, fromDevice, cipher, content, group }: Envelope) {
    const { network, signal } = this.#parts
    if (cipher === 'plain') return proto.Message.decode(content)
    const sender = network.phoneOf(fromNumber)?.record
    if (!sender) return undefined
    const author = lidJid(sender, fromDevice)
    const padded =
      cipher === 'skmsg'
        ? await signal.decryptFromGroup(group ?? '', author, content)
        : await signal.decrypt(author, cipher, content)
    const message = proto.Message.decode(unpadRandomMax16(padded))
    const senderKey = message.senderKeyDistributionMessage
    if (senderKey) await signal.takeSenderKey(author, senderKey)
    return message
  }

  #askAgain(envelope: Envelope) {
    const { network } = this.#parts
    const { id, fromNumber, fromDevice, category } = envelope
    const sender = network.phoneOf(fromNumber)?.record
    const companion = sender?.companions.find(({ device }) => device === fromDevice)
    const count = (this.#retriesAsked.get(id) ?? 0) + 1
    if (!companion || category === 'peer' || count > MAX_RETRIES) return
    this.#retriesAsked.set(id, count)
    network.queue(companion, this.#retryReceipt(envelope, count))
  }

  #retryReceipt({ id, addressedAs, recipient, group }: Envelope, count: number): BinaryNode {
    const { record, signal } = this.#parts
    const t = nowInSeconds()
    const own = jidLike(addressedAs, record)
    const from: Record<string, string> = group ? { from: group, participant: own } : { from: own }
    const attrs = { id, ...from, type: 'retry', t, ...(recipient ? { recipient } : {}) }
    const retry = { tag: 'retry', attrs: { count: String(count), id, t, v: '1', error: '0' } }
    const registration = encodeBigEndian(record.creds.registrationId)
    const content: BinaryNode[] = [retry, { tag: 'registration', attrs: {}, content: registration }]
    // From the second time on with keys of our own: the server's directory may not be what is wrong.
    if (count > 1) content.push({ tag: 'keys', attrs: {}, content: bundleNodes(signal.newBundle()).slice(1) })
    return { tag: 'receipt', attrs, content }
  }
}
