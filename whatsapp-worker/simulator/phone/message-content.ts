// The messages that a person can write on a phone, in WhatsApp's encoding. Pure; files are in media-upload.
// Invariant: a key names the message as its writer's phone would, so that clients must turn it to their own point of view.

import { proto } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import type { SharedContact } from './message-view.ts'

const { Type } = proto.Message.ProtocolMessage

export interface Place {
  latitude: number
  longitude: number
  name?: string
  address?: string
}

export interface Poll {
  question: string
  options: string[]
  /** How many may be chosen; 0: any number. */
  selectable?: number
}

export function locationContent({ latitude, longitude, name, address }: Place): proto.IMessage {
  const place = { degreesLatitude: latitude, degreesLongitude: longitude }
  return { locationMessage: { ...place, ...(name && { name }), ...(address && { address }) } }
}

export function contactsContent(contacts: SharedContact[]): proto.IMessage {
  const cards = contacts.map((contact) => ({ displayName: contact.name, vcard: vcardOf(contact) }))
  const [only] = cards
  if (only && cards.length === 1) return { contactMessage: only }
  return { contactsArrayMessage: { displayName: `${cards.length} contatos`, contacts: cards } }
}

function vcardOf({ name, numbers }: SharedContact) {
  const phones = numbers.map((number) => `TEL;type=CELL;type=VOICE;waid=${number}:+${number}`)
  return ['BEGIN:VCARD', 'VERSION:3.0', `N:;${name};;;`, `FN:${name}`, ...phones, 'END:VCARD'].join('\n')
}

export function pollContent({ question, options, selectable = 1 }: Poll): proto.IMessage {
  return {
    messageContextInfo: { messageSecret: randomBytes(32) },
    pollCreationMessageV3: {
      name: question,
      options: options.map((optionName) => ({ optionName })),
      selectableOptionsCount: selectable,
    },
  }
}

export function reactionContent(key: proto.IMessageKey, emoji: string): proto.IMessage {
  return { reactionMessage: { key, text: emoji, senderTimestampMs: Date.now() } }
}

export function editContent(key: proto.IMessageKey, text: string): proto.IMessage {
  const editedMessage = { conversation: text }
  return { protocolMessage: { key, type: Type.MESSAGE_EDIT, editedMessage, timestampMs: Date.now() } }
}

export function deletionContent(key: proto.IMessageKey): proto.IMessage {
  return { protocolMessage: { key, type: Type.REVOKE } }
}

/** A kind of message that an app will hardly know. */
export function unknownContent(): proto.IMessage {
  return { eventMessage: { name: 'Café da manhã', description: 'Às nove', isCanceled: false } }
}

export function viewOnceContent(content: proto.IMessage): proto.IMessage {
  return { viewOnceMessageV2: { message: content } }
}

/** Puts what a message answers, mentions or was forwarded from where its kind keeps it. */
export function withContext(content: proto.IMessage, contextInfo: proto.IContextInfo | undefined): proto.IMessage {
  if (!contextInfo) return content
  if (typeof content.conversation === 'string') {
    return { extendedTextMessage: { text: content.conversation, contextInfo } }
  }
  const [kind, part] = Object.entries(content).find(([key]) => key !== 'messageContextInfo') ?? []
  return kind ? { ...content, [kind]: { ...(part as object), contextInfo } } : content
}
