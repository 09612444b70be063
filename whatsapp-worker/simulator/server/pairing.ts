// The clients that wait to be paired, found by what the person at the phone types or scans.

import { EventEmitter, once } from 'node:events'
import type { ClientConnection } from './client-connection.ts'
import type { ClientHandshake } from './noise-responder.ts'
import { Registration } from './registration.ts'
import type { CompanionRecord, PhoneRecord } from '../server-state.ts'

// A client shows its code before its request for one has reached the server.
const REQUEST_TIMEOUT_MS = 3000

export class Pairing {
  readonly #waiting = new Set<Registration>()
  readonly #requests = new EventEmitter<{ request: [] }>()

  begin(connection: ClientConnection, handshake: ClientHandshake) {
    const registration = new Registration(connection, handshake)
    this.#waiting.add(registration)
    connection.onNode = (node) => registration.receive(node)
    connection.onClose = () => this.#waiting.delete(registration)
    registration.onCodeRequested = () => this.#requests.emit('request')
    registration.offer()
  }

  async byQr(phone: PhoneRecord, qr: string, link: (companion: CompanionRecord) => void) {
    const { ref, advSecret } = parseQr(qr)
    const registration = [...this.#waiting].find(({ refs }) => refs.includes(ref))
    if (!registration) throw new Error('this QR code is no longer valid')
    await this.#complete(registration, phone, advSecret, link)
  }

  async byCode(phone: PhoneRecord, code: string, link: (companion: CompanionRecord) => void) {
    const registration = this.#requestOf(phone) ?? (await this.#awaitRequestOf(phone))
    if (!registration) throw new Error('no companion asks for a pairing code of this number')
    const advSecret = await registration.exchangeCode(phone, code.replaceAll(/[^0-9a-z]/gi, '').toUpperCase())
    await this.#complete(registration, phone, advSecret, link)
  }

  drop() {
    for (const registration of this.#waiting) registration.drop()
  }

  // The newest request counts: an abandoned one may still be connected.
  #requestOf(phone: PhoneRecord) {
    return [...this.#waiting].findLast(({ requestedNumber }) => requestedNumber === phone.number)
  }

  async #awaitRequestOf(phone: PhoneRecord) {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    while (!signal.aborted && !this.#requestOf(phone)) await once(this.#requests, 'request', { signal }).catch(() => {})
    return this.#requestOf(phone)
  }

  async #complete(
    registration: Registration,
    phone: PhoneRecord,
    advSecret: Uint8Array,
    link: (companion: CompanionRecord) => void,
  ) {
    const companion = await registration.confirm(phone, advSecret)
    this.#waiting.delete(registration)
    link(companion)
    registration.restart()
  }
}

function parseQr(qr: string) {
  const [ref, , , adv] = qr
    .trim()
    .slice(qr.trim().indexOf('#') + 1)
    .split(',')
  if (!ref || !adv) throw new Error('this is not a pairing QR code')
  return { ref, advSecret: Buffer.from(adv, 'base64') }
}
