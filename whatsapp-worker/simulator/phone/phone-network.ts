// What a phone may ask of the server. Keeps phone and server from importing each other.

import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Faults } from '../faults.ts'
import type { KeyBundle } from '../server/key-bundle.ts'
import type { MediaHost } from '../server/media-host.ts'
import type { CompanionRecord, Envelope, GroupRecord, MessageStatus, PhoneRecord } from '../server-state.ts'

export interface NetworkPhone {
  readonly record: PhoneRecord
  accept(envelope: Envelope): void
  /** `chat` is the number or group that the messages were written to. */
  applyReceipt(chat: string, ids: string[], status: MessageStatus): void
}

export interface Receipts {
  /** The number that wrote the messages. */
  to: string
  ids: string[]
  type: 'delivered' | 'read' | 'played'
  /** The group that they were written in. */
  group?: string | undefined
  /** The form of the phone's own address that the sender used. */
  addressedAs: string
}

export interface PhoneNetwork {
  readonly faults: Faults
  readonly media: MediaHost
  phoneOf(number: string): NetworkPhone | undefined
  /** By either form of address. */
  findPhone(jid: string): NetworkPhone | undefined
  groupOf(id: string): GroupRecord | undefined
  takeCompanionBundle(companion: CompanionRecord): KeyBundle
  /** Keeps the stanza until the companion has acknowledged it. */
  queue(companion: CompanionRecord, node: BinaryNode, delayMs?: number): void
  /** Only for who is connected: nobody needs it later. */
  tell(companion: CompanionRecord, node: BinaryNode): void
  /** Whether the companion wants to know what `number` is doing. */
  isWatching(companion: CompanionRecord, number: string): boolean
  sendReceipts(from: PhoneRecord, receipts: Receipts): void
  linkByQr(phone: PhoneRecord, qr: string): Promise<void>
  linkByCode(phone: PhoneRecord, code: string): Promise<void>
  unlink(phone: PhoneRecord): void
  /** The state has changed: save it and tell the pages. */
  changed(): void
}
