// A phone's chats: pure changes of its record. Messages are unique by id, as on a real phone; a status only ever rises.

import type { proto } from '@whiskeysockets/baileys'
import { captionOf } from './received-media.ts'
import type { ChatMessage, ChatRecord, MessageStatus } from './server-state.ts'

const MESSAGES_KEPT = 500
const RANK: Record<MessageStatus, number> = { sent: 0, delivered: 1, read: 2 }

/** Adds a message unless its id is already there; tells whether it was new. */
export function addMessage(chats: ChatRecord[], peer: string, message: ChatMessage) {
  const chat = chatWith(chats, peer)
  if (chat.messages.some(({ id }) => id === message.id)) return false
  chat.messages.push(message)
  if (chat.messages.length > MESSAGES_KEPT) chat.messages.shift()
  return true
}

/** Raises our messages to `status`; returns the ids that the chat does not hold. */
export function raiseStatus(chats: ChatRecord[], peer: string, ids: string[], status: MessageStatus) {
  const { messages } = chatWith(chats, peer)
  return ids.filter((id) => {
    const message = messages.findLast((candidate) => candidate.fromMe && candidate.id === id)
    if (message && RANK[status] > RANK[message.status]) message.status = status
    return !message
  })
}

/** Marks everything from `peer` as read and returns what was not read before. */
export function readAll(chats: ChatRecord[], peer: string) {
  const unread = chatWith(chats, peer).messages.filter(({ fromMe, status }) => !fromMe && status !== 'read')
  for (const message of unread) message.status = 'read'
  return unread
}

/** Marks some of what `peer` wrote as read, because another device of the same owner has read it. */
export function readSome(chats: ChatRecord[], peer: string, ids: string[]) {
  for (const message of chatWith(chats, peer).messages) {
    if (!message.fromMe && ids.includes(message.id)) message.status = 'read'
  }
}

/** What a bubble shows; kinds that the page cannot show yet appear by name. */
export function textOf(message: proto.IMessage) {
  const text = message.conversation ?? message.extendedTextMessage?.text ?? captionOf(message)
  if (text !== undefined && text !== null) return text
  const kind = Object.keys(message).find((key) => key !== 'messageContextInfo')
  return `[${kind ?? 'empty'}]`
}

function chatWith(chats: ChatRecord[], peer: string) {
  let chat = chats.find((candidate) => candidate.peer === peer)
  if (!chat) {
    chat = { peer, messages: [] }
    chats.push(chat)
  }
  return chat
}
