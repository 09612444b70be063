// What is done to a message after it was sent, in WhatsApp's words. Pure, and made of the row alone: a second attempt says exactly the same.
import { proto, type WAMessageKey } from '@whiskeysockets/baileys'
import type { ActionKind } from 'db/messages/actions-table.ts'
import { isMediaType } from 'db/media/media-type.ts'

export interface Action {
  kind: ActionKind
  /** Emoji or new text. */
  content: string
  createdAt: Date
  /** The message that it is done to. */
  target: {
    whatsappId: string
    fromMe: boolean
    mediaType: string
    /** Who wrote it, in a group. */ author: string | null
  }
}

export interface ActionMessage {
  message: proto.IMessage
  /** Attributes of the stanza: the kind of edit for edits and deletions, nothing for reactions. */
  attributes: Record<string, string>
}

const { Type } = proto.Message.ProtocolMessage

export function actionMessage({ kind, content, createdAt, target }: Action, chat: string): ActionMessage {
  const key = keyOf(target, chat)
  const at = createdAt.getTime()
  switch (kind) {
    case 'react':
      return { message: { reactionMessage: { key, text: content, senderTimestampMs: at } }, attributes: {} }
    case 'edit': {
      const editedMessage = editedContent(target.mediaType, content)
      const protocolMessage = { key, type: Type.MESSAGE_EDIT, editedMessage, timestampMs: at }
      return { message: { protocolMessage }, attributes: { edit: '1' } }
    }
    case 'delete':
      return { message: { protocolMessage: { key, type: Type.REVOKE } }, attributes: { edit: '7' } }
  }
}

function keyOf({ whatsappId: id, fromMe, author }: Action['target'], chat: string): WAMessageKey {
  return { remoteJid: chat, fromMe, id, ...(author !== null && !fromMe && { participant: author }) }
}

/** A caption is edited as that of its kind. */
function editedContent(mediaType: string, text: string): proto.IMessage {
  if (!isMediaType(mediaType)) return { extendedTextMessage: { text } }
  if (mediaType === 'image') return { imageMessage: { caption: text } }
  if (mediaType === 'video') return { videoMessage: { caption: text } }
  return { documentMessage: { caption: text } }
}
