// A phone's chats: pure changes of its record. Messages are unique by id, as on a real phone; a status only ever rises;
// only its author edits or deletes a message.

import type { MessageChange } from './message-view.ts'
import type { ChatMessage, ChatRecord, MessageStatus } from '../server-state.ts'

const MESSAGES_KEPT = 500
const RANK: Record<MessageStatus, number> = { sent: 0, delivered: 1, read: 2, played: 3 }

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
    if (message) raise(message, status)
    return !message
  })
}

/** Marks everything from `peer` as read and returns what was not read before. */
export function readAll(chats: ChatRecord[], peer: string) {
  const unread = chatWith(chats, peer).messages.filter(isUnread)
  for (const message of unread) message.status = 'read'
  return unread
}

/** Marks some of what `peer` wrote as read, because another device of the same owner has read it. */
export function readSome(chats: ChatRecord[], peer: string, ids: string[]) {
  for (const message of chatWith(chats, peer).messages) {
    if (!message.fromMe && ids.includes(message.id)) raise(message, 'read')
  }
}

/** `by` is who changes it: a number, or nothing for ourselves. */
export function applyChange(chats: ChatRecord[], peer: string, by: string | undefined, change: MessageChange) {
  const message = chatWith(chats, peer).messages.find(({ id }) => id === change.targetId)
  if (!message) return
  if (change.kind === 'reaction') return react(message, by ?? '', change.text)
  const author = message.fromMe ? undefined : (message.author ?? peer)
  if (author !== by || message.isDeleted) return
  message.text = change.text
  if (change.kind === 'edit') message.isEdited = true
  else {
    message.isDeleted = true
    delete message.media
    delete message.payload
  }
}

export function isUnread({ fromMe, status, view }: ChatMessage) {
  return !fromMe && view?.kind !== 'notice' && RANK[status] < RANK.read
}

export function findMessage(chats: ChatRecord[], id: string) {
  for (const chat of chats) {
    const message = chat.messages.findLast((candidate) => candidate.id === id)
    if (message) return { chat, message }
  }
  return undefined
}

function react(message: ChatMessage, from: string, emoji: string) {
  const others = (message.reactions ?? []).filter((reaction) => reaction.from !== from)
  message.reactions = emoji ? [...others, { from, emoji }] : others
}

function raise(message: ChatMessage, status: MessageStatus) {
  if (RANK[status] > RANK[message.status]) message.status = status
}

function chatWith(chats: ChatRecord[], peer: string) {
  let chat = chats.find((candidate) => candidate.peer === peer)
  if (!chat) {
    chat = { peer, messages: [] }
    chats.push(chat)
  }
  return chat
}
