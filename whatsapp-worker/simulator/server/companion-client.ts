// The connection of a companion that has logged in: hands each stanza to the part that knows it and answers iqs from the
// handler table. An iq that nobody knows is answered 501 and recorded, so that a test can fail on it.

import { getAllBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { setTimeout } from 'node:timers/promises'
import type { ClientConnection } from './client-connection.ts'
import { iqHandlers, IqError } from '../iq/iq-handlers.ts'
import { SERVER_JID } from '../jids.ts'
import { routeAck, routeCall, routeMessage, routePresence } from './message-routing.ts'
import { routeReceipt } from './receipt-routing.ts'
import type { CompanionRecord } from '../server-state.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

/** Stanzas that a client volunteers and nobody here needs. */
const IGNORED = new Set(['ib'])

export class CompanionClient {
  readonly connection: ClientConnection
  readonly companion: CompanionRecord
  /** Whether it has said that somebody is in front of it. */
  isAvailable = false
  /** Numbers that it wants to see typing, online or not. */
  readonly watched = new Set<string>()
  readonly #server: WhatsAppServer
  readonly #expectedRefusals: string[] = []

  constructor(server: WhatsAppServer, connection: ClientConnection, companion: CompanionRecord) {
    this.#server = server
    this.connection = connection
    this.companion = companion
    connection.onNode = (node) => this.#receive(node)
  }

  /** Ends the stream; the client takes the code, or else the kind of conflict, as its reason to disconnect. */
  end({ code, conflict }: { code?: number; conflict?: string }) {
    const attrs: Record<string, string> = code === undefined ? {} : { code: String(code) }
    const content = conflict === undefined ? [] : [{ tag: 'conflict', attrs: { type: conflict } }]
    this.connection.send({ tag: 'stream:error', attrs, content })
    this.connection.close()
  }

  expectRefusal(messageId: string) {
    this.#expectedRefusals.push(messageId)
  }

  takeExpectedRefusal(messageId: string) {
    const index = this.#expectedRefusals.indexOf(messageId)
    if (index >= 0) this.#expectedRefusals.splice(index, 1)
    return index >= 0
  }

  async #receive(node: BinaryNode) {
    if (node.tag === 'iq') await this.#answer(node)
    else if (node.tag === 'message') routeMessage(this.#server, this, node)
    else if (node.tag === 'receipt') routeReceipt(this.#server, this, node)
    else if (node.tag === 'presence' || node.tag === 'chatstate') routePresence(this.#server, this, node)
    else if (node.tag === 'call') routeCall(this.#server, this, node)
    else if (node.tag === 'ack') routeAck(this.#server, this, node)
    else if (!IGNORED.has(node.tag)) this.#server.unknownIqs.push(`<${node.tag}>`)
  }

  async #answer(iq: BinaryNode) {
    const { id = '', type, xmlns = '' } = iq.attrs
    if (type !== 'get' && type !== 'set') return
    const [request] = getAllBinaryNodeChildren(iq)
    const name = `${type} ${xmlns} ${request?.tag ?? ''}`.trim()
    const from = xmlns === 'w:g2' ? (iq.attrs['to'] ?? SERVER_JID) : SERVER_JID
    const reply = (kind: string, content: BinaryNode[]) =>
      this.connection.send({ tag: 'iq', attrs: { id, type: kind, from }, content })
    const { iqDelayMs } = this.#server.faults
    if (iqDelayMs > 0) await setTimeout(iqDelayMs, undefined, { ref: false })
    try {
      const handler = iqHandlers[name]
      if (!handler) throw new IqError(501, 'feature-not-implemented')
      const { content, afterwards } = await handler(iq, this, this.#server)
      this.#server.answeredIqs.set(name, (this.#server.answeredIqs.get(name) ?? 0) + 1)
      reply('result', content ?? [])
      afterwards?.()
    } catch (error) {
      const failure = error instanceof IqError ? error : new IqError(500, 'internal-server-error')
      if (failure.code >= 500) this.#server.unknownIqs.push(name)
      reply('error', [{ tag: 'error', attrs: { code: String(failure.code), text: failure.message } }])
    }
  }
}
