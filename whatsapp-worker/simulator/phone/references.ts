// How a phone's message speaks of others: what it answers, whom it mentions, which one it changes.
// Invariant: all by the addresses that clients know, as seen from this phone.

import { proto } from '@whiskeysockets/baileys'
import { findMessage } from './conversation.ts'
import { isGroup, peerOf } from '../jids.ts'
import type { PhoneNetwork } from './phone-network.ts'
import type { PhoneRecord } from '../server-state.ts'

export interface SendOptions {
  /** The id of the message that this one answers. */
  quoted?: string
  /** Numbers that the text mentions as `@` and the digits of their lid or number. */
  mentions?: string[]
  forwarded?: boolean
}

export class References {
  readonly #record: PhoneRecord
  readonly #network: PhoneNetwork

  constructor(record: PhoneRecord, network: PhoneNetwork) {
    this.#record = record
    this.#network = network
  }

  contextOf({ quoted, mentions, forwarded }: SendOptions): proto.IContextInfo | undefined {
    const quotation = quoted === undefined ? {} : this.#quotationOf(quoted)
    const mentionedJid = mentions?.flatMap((number) => this.#network.phoneOf(peerOf(number))?.record.lid ?? [])
    const context = {
      ...quotation,
      ...(mentionedJid?.length && { mentionedJid }),
      ...(forwarded && { isForwarded: true, forwardingScore: 1 }),
    }
    return Object.keys(context).length ? context : undefined
  }

  /** A message in one of our chats, with the key by which WhatsApp names it from here. */
  locate(id: string) {
    const found = findMessage(this.#record.chats, id)
    if (!found) throw new Error('this phone has no such message')
    const { chat, message } = found
    const contact = this.#network.phoneOf(message.author ?? chat.peer)?.record
    const author = message.fromMe || !contact ? this.#record.lid : contact.lid
    const remoteJid = isGroup(chat.peer) ? chat.peer : (contact?.lid ?? '')
    const participant = isGroup(chat.peer) ? { participant: author } : {}
    return { peer: chat.peer, message, author, key: { remoteJid, fromMe: message.fromMe, id, ...participant } }
  }

  #quotationOf(id: string): proto.IContextInfo {
    const { message, author } = this.locate(id)
    const { payload, text } = message
    const quotedMessage = payload ? proto.Message.decode(payload) : { conversation: text }
    return { stanzaId: id, participant: author, quotedMessage }
  }
}
