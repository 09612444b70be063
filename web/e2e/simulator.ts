// The simulator's phones, by its admin API.
import { setTimeout as delay } from 'node:timers/promises'

export interface PhoneMessage {
  id: string
  fromMe: boolean
  kind: 'text' | 'image' | 'video' | 'audio' | 'document'
  /** The text, or the caption of a file. */
  text: string
  status: 'sent' | 'delivered' | 'read'
  /** The file as the phone decrypted it; without sha256 it could not. */
  file?: { mime: string; name?: string; size: number; sha256?: string }
}

export interface Phone {
  number: string
  scanQr(qr: string): Promise<void>
  /** Links it to the companion that shows `code`. */
  enterPairingCode(code: string): Promise<void>
  sendText(to: string, text: string): Promise<void>
  /** A message of any kind, by the names of WhatsApp's format. */
  sendContent(to: string, content: object): Promise<void>
  /** The profile picture; a JPEG or PNG. */
  setPicture(content: Buffer): Promise<void>
  /** Sends read receipts for what `peer` wrote. */
  markRead(peer: string): Promise<void>
  /** The conversation with `peer`, oldest first. */
  messagesWith(peer: string): Promise<PhoneMessage[]>
  /** Texts in the order and as often as they arrived: repeats are not hidden. */
  receivedTexts(): Promise<string[]>
  /** When `text` arrived first, in milliseconds since the epoch; waits for it. */
  receivedAt(text: string): Promise<number>
}

export interface PhonesClient {
  phone(number: string, name: string): Promise<Phone>
  setFaults(faults: object): Promise<void>
  unknownIqs(): Promise<unknown[]>
}

interface PhoneState {
  number: string
  chats: { peer: string; messages: PhoneMessage[] }[]
  receivedLog: { text: string; at: number }[]
}

export function phonesClient(base: string): PhonesClient {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${base}/admin${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`simulator ${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<unknown>
  }
  const state = async (number: string) => {
    const answer = (await call('GET', '/phones')) as PhoneState[] | { phones: PhoneState[] }
    const phones = Array.isArray(answer) ? answer : answer.phones
    const found = phones.find((phone) => phone.number === number)
    if (!found) throw new Error(`no phone ${number}`)
    return found
  }
  return {
    async phone(number, name) {
      await call('POST', '/phones', { number, name })
      return {
        number,
        async scanQr(qr) {
          await call('POST', `/phones/${number}/scan`, { qr })
        },
        async enterPairingCode(code) {
          await call('POST', `/phones/${number}/pairing-code`, { code })
        },
        async sendText(to, text) {
          await call('POST', `/phones/${number}/send`, { to, text })
        },
        async sendContent(to, content) {
          await call('POST', `/phones/${number}/content`, { to, content })
        },
        async setPicture(content) {
          const body = new Uint8Array(content)
          const response = await fetch(`${base}/admin/phones/${number}/picture`, { method: 'PUT', body })
          if (!response.ok) throw new Error(`simulator picture: ${response.status}`)
        },
        async markRead(peer) {
          await call('POST', `/phones/${number}/read`, { peer })
        },
        async messagesWith(peer) {
          return (await state(number)).chats.find((chat) => chat.peer === peer)?.messages ?? []
        },
        async receivedTexts() {
          return (await state(number)).receivedLog.map((entry) => entry.text)
        },
        async receivedAt(text) {
          for (const end = Date.now() + 60_000; Date.now() < end;) {
            const entry = (await state(number)).receivedLog.find((received) => received.text === text)
            if (entry) return entry.at
            // It is noted with its time: asking without a pause would only slow down who is asked.
            await delay(50)
          }
          throw new Error(`${number} never received ${text}`)
        },
      }
    },
    async setFaults(faults) {
      await call('PATCH', '/faults', faults)
    },
    async unknownIqs() {
      const answer = (await call('GET', '/unknown-iqs')) as unknown[] | { unknownIqs: unknown[] }
      return Array.isArray(answer) ? answer : answer.unknownIqs
    },
  }
}
