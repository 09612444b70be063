// Who is told of a customer's message or of a mention, and what a notification says. Pure; the worker asks twice: when the message came and just
// before it is sent, so that what was read, closed or handed over meanwhile disturbs nobody.
// Messages of groups that the company ignores are never stored, so they never get here.
import { cutText } from '../kit/texts/cut-text.ts'
import { seesAllQueues, type UserActor } from '../kit/actor.ts'
import type { NoteMention } from '../mentions/table.ts'
import type { Message } from '../messages/table.ts'
import type { Ticket } from '../tickets/table.ts'
import type { ChatPush, MentionPush, MessagePush } from './payload.ts'

export interface Person extends Pick<UserActor, 'kind' | 'companyId' | 'userId' | 'profile' | 'queueIds'> {
  /** Also told of pending tickets. */
  allTicket: boolean
}

export type NotifiedTicket = Pick<Ticket, 'companyId' | 'status' | 'userId' | 'queueId' | 'chatbot' | 'unreadMessages'>

/** The attendant of an open ticket; of a pending one those who see it and want pending ones. Never while a bot answers. */
export function isNotified(person: Person, message: Pick<Message, 'fromMe'>, ticket: NotifiedTicket): boolean {
  if (message.fromMe || ticket.chatbot || ticket.unreadMessages === 0) return false
  if (!sees(person, ticket)) return false
  return ticket.status === 'open' ? ticket.userId === person.userId : ticket.status === 'pending' && person.allTicket
}

/** Who is mentioned, whoever has the ticket, as long as they may see it and have not seen the note. */
export function isToldOfMention(person: Person, { userId, seenAt, archived, ...ticket }: ToldMention): boolean {
  return userId === person.userId && seenAt === null && !archived && sees(person, ticket)
}

export type ToldMention = Pick<NoteMention, 'companyId' | 'queueId' | 'archived' | 'userId' | 'seenAt'>

/** As the scope of tickets has it: a ticket that was given to somebody of another queue is not shown to them. */
function sees(person: Person, { companyId, queueId }: Pick<NotifiedTicket, 'companyId' | 'queueId'>) {
  if (person.companyId !== companyId) return false
  return seesAllQueues(person) || (queueId !== null && person.queueIds.includes(queueId))
}

/** In characters as a reader counts them, and in bytes: a push message takes 3993 (RFC 8291), and one character may have dozens. */
const titleLimit = { characters: 60, bytes: 800 }
const bodyLimit = { characters: 140, bytes: 2400 }
/** Two of them beside a body. */
const nameLimit = { characters: 60, bytes: 400 }

/** `text` is null when the person does not want it on the screen, and empty for kinds of messages without text. */
export function messagePush(of: {
  userId: string
  ticketId: string
  contact: { name: string; number: string | null }
  text: string | null
  unread: number
}): MessagePush {
  const body = cut(of.text ?? '', bodyLimit)
  return {
    kind: 'message',
    userId: of.userId,
    ticketId: of.ticketId,
    title: cut(of.contact.name, titleLimit) || of.contact.number || '',
    ...(body !== '' && { body }),
    unread: of.unread,
  }
}

/** `text` is null when the person does not want it on the screen. */
export function mentionPush(of: {
  userId: string
  ticketId: string
  noteId: string
  author: string | null
  contact: { name: string; number: string | null }
  text: string | null
}): MentionPush {
  const { userId, ticketId, noteId } = of
  const body = cut(of.text ?? '', bodyLimit)
  return {
    kind: 'mention',
    userId,
    ticketId,
    noteId,
    author: cut(of.author ?? '', nameLimit),
    contact: cut(of.contact.name, nameLimit) || of.contact.number || '',
    ...(body !== '' && { body }),
  }
}

/** `text` as of a customer's message. */
export function chatPush(of: {
  userId: string
  chatId: string
  chat: string
  sender: string
  text: string | null
  unread: number
}): ChatPush {
  const sender = cut(of.sender, titleLimit)
  const text = cut(of.text ?? '', { ...bodyLimit, bytes: bodyLimit.bytes - titleLimit.bytes })
  const body = text === '' ? sender : `${sender}: ${text}`
  return {
    kind: 'chat',
    userId: of.userId,
    chatId: of.chatId,
    title: cut(of.chat, titleLimit),
    body,
    unread: of.unread,
  }
}

const encoder = new TextEncoder()
/** As JSON. */
const bytesOf = (text: string) => encoder.encode(JSON.stringify(text)).length - 2

const cut = (text: string, { characters, bytes }: { characters: number; bytes: number }) =>
  cutText(text.trim(), characters, { max: bytes, of: bytesOf })

/** Whether a subscription may name it: https, without credentials. `allowLoopback` also takes this machine, for tests. */
export function isPushEndpoint(text: string, allowLoopback: boolean): boolean {
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return allowLoopback && url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
}
