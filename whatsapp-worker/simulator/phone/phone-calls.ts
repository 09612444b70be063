// Calls that a phone makes: they ring at the other account's companions until its phone takes them, somebody rejects them or hangs up.
// Companions can't answer: they have no microphone here. Invariant: each call that nobody takes ends, at the latest after RING_MS.

import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import { addMessage, findMessage } from './conversation.ts'
import { lidJid, nowInSeconds, pnJid } from '../jids.ts'
import type { PhoneNetwork } from './phone-network.ts'
import type { MessageView } from './message-view.ts'
import type { CompanionRecord, PhoneRecord } from '../server-state.ts'

const RING_MS = 30_000

type Outcome = NonNullable<MessageView['call']>['outcome']

export class PhoneCalls {
  readonly #record: PhoneRecord
  readonly #network: PhoneNetwork
  readonly #ringing = new Map<string, { to: string; timer: NodeJS.Timeout; isTaken: boolean }>()

  constructor(record: PhoneRecord, network: PhoneNetwork) {
    this.#record = record
    this.#network = network
    // Of before a restart: nobody is left to hang up.
    for (const { view } of record.chats.flatMap(({ messages }) => messages)) {
      if (view?.call?.outcome === 'ringing') view.call.outcome = 'missed'
    }
  }

  /** Rings at `to`; returns the call's id. */
  start(to: string, isVideo: boolean) {
    const contact = this.#network.phoneOf(to)?.record
    if (!contact) throw new Error(`no simulated phone has the number ${to}`)
    const id = randomBytes(16).toString('hex').toUpperCase()
    const media = ['audio', ...(isVideo ? ['video'] : [])].map((tag) => ({ tag, attrs: {} }))
    for (const companion of contact.companions) this.#send(companion, 'offer', id, media)
    const timer = setTimeout(() => this.#end(id, 'missed', { reason: 'timeout' }), RING_MS).unref()
    this.#ringing.set(id, { to, timer, isTaken: false })
    const view: MessageView = { kind: 'call', call: { isVideo, outcome: 'ringing' } }
    addMessage(this.#record.chats, to, { id, fromMe: true, text: '', view, at: Date.now(), status: 'sent' })
    this.#network.changed()
    return id
  }

  /** The other account's owner takes it, on the phone; it goes on until somebody hangs up. */
  pickUp(id: string) {
    const call = this.#ringing.get(id)
    if (!call) return
    clearTimeout(call.timer)
    call.isTaken = true
    const contact = this.#network.phoneOf(call.to)?.record
    for (const companion of contact?.companions ?? []) this.#send(companion, 'accept', id, [])
    this.#show(id, 'answered')
  }

  hangUp(id: string) {
    this.#end(id, this.#ringing.get(id)?.isTaken ? 'answered' : 'missed', {})
  }

  /** A companion does not want to talk. */
  rejected(id: string) {
    this.#end(id, 'rejected', {})
  }

  stop() {
    for (const { timer } of this.#ringing.values()) clearTimeout(timer)
  }

  #end(id: string, outcome: Outcome, attrs: Record<string, string>) {
    const call = this.#ringing.get(id)
    if (!call) return
    clearTimeout(call.timer)
    this.#ringing.delete(id)
    const contact = this.#network.phoneOf(call.to)?.record
    for (const companion of contact?.companions ?? []) this.#send(companion, 'terminate', id, [], attrs)
    this.#show(id, outcome)
  }

  #show(id: string, outcome: Outcome) {
    const view = findMessage(this.#record.chats, id)?.message.view
    if (view?.call) view.call.outcome = outcome
    this.#network.changed()
  }

  #send(
    companion: CompanionRecord,
    tag: 'offer' | 'accept' | 'terminate',
    callId: string,
    content: BinaryNode[],
    more: Record<string, string> = {},
  ) {
    const caller = { 'call-creator': lidJid(this.#record), caller_pn: pnJid(this.#record) }
    const step = { tag, attrs: { 'call-id': callId, ...caller, ...more }, content }
    const id = randomBytes(8).toString('hex').toUpperCase()
    const attrs = { id, from: lidJid(this.#record), t: nowInSeconds(), notify: this.#record.name }
    this.#network.queue(companion, { tag: 'call', attrs, content: [step] })
  }
}
