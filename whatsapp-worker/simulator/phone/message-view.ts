// What a phone shows of a message, read from WhatsApp's encoding, and what a message changes about an earlier one. Pure.
// Invariant: no kind is dropped; what the phone does not know appears under WhatsApp's name for it.

import { normalizeMessageContent, proto } from '@whiskeysockets/baileys'
import { mediaIn } from './received-media.ts'
import type { MediaKind } from './received-media.ts'

export type MessageKind = 'text' | MediaKind | 'location' | 'contacts' | 'poll' | 'call' | 'notice' | 'unknown'

export interface SharedContact {
  name: string
  /** Digits. */
  numbers: string[]
}

export interface MessageView {
  kind: MessageKind
  /** Length of sound and video. */
  seconds?: number
  isVoice?: boolean
  isViewOnce?: boolean
  isForwarded?: boolean
  location?: { latitude: number; longitude: number; name: string; address: string }
  contacts?: SharedContact[]
  poll?: { options: string[]; selectable: number }
  call?: { isVideo: boolean; outcome: 'ringing' | 'answered' | 'rejected' | 'missed' }
  quoted?: { id: string; text: string }
  /** Addresses of the people that the text mentions. */
  mentions?: string[]
}

export interface MessageChange {
  kind: 'reaction' | 'edit' | 'deletion'
  /** The message that it is about. */
  targetId: string
  /** The emoji, empty when it is taken back; the new text; nothing. */
  text: string
}

const { Type } = proto.Message.ProtocolMessage

export function changeIn(message: proto.IMessage): MessageChange | undefined {
  const content = normalizeMessageContent(message)
  const { reactionMessage: reaction, protocolMessage: protocol } = content ?? {}
  if (reaction?.key?.id) return { kind: 'reaction', targetId: reaction.key.id, text: reaction.text ?? '' }
  if (!protocol?.key?.id) return undefined
  const targetId = protocol.key.id
  if (protocol.type === Type.REVOKE) return { kind: 'deletion', targetId, text: '' }
  if (protocol.type !== Type.MESSAGE_EDIT) return undefined
  return { kind: 'edit', targetId, text: readMessage(protocol.editedMessage ?? {}).text }
}

export function readMessage(message: proto.IMessage): { text: string; view: MessageView } {
  const content = normalizeMessageContent(message) ?? {}
  const { text, view } = textIn(content) ?? mediaView(content) ?? otherView(content)
  const isViewOnce = Boolean(message.viewOnceMessage ?? message.viewOnceMessageV2 ?? message.viewOnceMessageV2Extension)
  return { text, view: { ...view, ...contextView(content), ...(isViewOnce && { isViewOnce }) } }
}

type Read = { text: string; view: MessageView }

function textIn({ conversation, extendedTextMessage }: proto.IMessage): Read | undefined {
  const text = conversation ?? extendedTextMessage?.text
  return text === undefined || text === null ? undefined : { text, view: { kind: 'text' } }
}

function mediaView(content: proto.IMessage): Read | undefined {
  const media = mediaIn(content)
  if (!media) return undefined
  const seconds = content.audioMessage?.seconds ?? content.videoMessage?.seconds
  const isVoice = content.audioMessage?.ptt === true
  const view = { kind: media.kind, ...(seconds && { seconds }), ...(isVoice && { isVoice }) }
  return { text: media.node.caption ?? '', view }
}

function otherView(content: proto.IMessage): Read {
  const { locationMessage, liveLocationMessage, contactMessage, contactsArrayMessage } = content
  const place: proto.Message.ILocationMessage | null | undefined = locationMessage ?? liveLocationMessage
  if (place) return { text: '', view: { kind: 'location', location: locationOf(place) } }
  const cards = contactMessage ? [contactMessage] : contactsArrayMessage?.contacts
  if (cards) return { text: '', view: { kind: 'contacts', contacts: cards.map(contactOf) } }
  const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3
  if (poll) return { text: poll.name ?? '', view: { kind: 'poll', poll: pollOf(poll) } }
  const kind = Object.keys(content).find((key) => key !== 'messageContextInfo')
  return { text: `[${kind ?? 'empty'}]`, view: { kind: 'unknown' } }
}

function locationOf({ degreesLatitude, degreesLongitude, name, address }: proto.Message.ILocationMessage) {
  return {
    latitude: degreesLatitude ?? 0,
    longitude: degreesLongitude ?? 0,
    name: name ?? '',
    address: address ?? '',
  }
}

function contactOf({ displayName, vcard }: proto.Message.IContactMessage): SharedContact {
  const lines = (vcard ?? '').split(/\r?\n/).filter((line) => /^(?:item\d+\.)?TEL/i.test(line))
  const numbers = lines.map((line) =>
    (/waid=(\d+)/.exec(line)?.[1] ?? line.split(':').at(-1) ?? '').replaceAll(/\D/g, ''),
  )
  return { name: displayName ?? '', numbers }
}

function pollOf({ options, selectableOptionsCount }: proto.Message.IPollCreationMessage) {
  return {
    options: (options ?? []).map(({ optionName }) => optionName ?? ''),
    selectable: selectableOptionsCount ?? 0,
  }
}

function contextView(content: proto.IMessage): Partial<MessageView> {
  const context = contextOf(content)
  if (!context) return {}
  const { stanzaId, quotedMessage, mentionedJid, isForwarded } = context
  const quoted = stanzaId && quotedMessage ? { id: stanzaId, text: readMessage(quotedMessage).text } : undefined
  return {
    ...(quoted && { quoted }),
    ...(mentionedJid?.length && { mentions: mentionedJid }),
    ...(isForwarded && { isForwarded }),
  }
}

function contextOf(content: proto.IMessage) {
  for (const part of Object.values(content) as unknown[]) {
    if (!part || typeof part !== 'object' || !('contextInfo' in part) || !part.contextInfo) continue
    return part.contextInfo as proto.IContextInfo
  }
  return undefined
}
