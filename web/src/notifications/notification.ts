// From a push message to what the system shows. Pure. The service worker has neither the app's catalogues (they would be most of its
// size) nor the language that was chosen in the app: its few words are here, in the device's language.
import * as v from 'valibot'
import { pushPayload, type PushPayload } from 'db/push/payload.ts'

interface Words {
  newMessage: string
  /** `author` is empty when they are gone. */
  mention(author: string): string
  test: string
}

const words: Record<'pt' | 'en' | 'es', Words> = {
  pt: {
    newMessage: 'Nova mensagem',
    mention: (author) => (author === '' ? 'Mencionaram você' : `${author} mencionou você`),
    test: 'As notificações chegam a este aparelho.',
  },
  en: {
    newMessage: 'New message',
    mention: (author) => (author === '' ? 'You were mentioned' : `${author} mentioned you`),
    test: 'Notifications reach this device.',
  },
  es: {
    newMessage: 'Mensaje nuevo',
    mention: (author) => (author === '' ? 'Te mencionaron' : `${author} te mencionó`),
    test: 'Las notificaciones llegan a este dispositivo.',
  },
}

export interface Shown {
  title: string
  options: NotificationOptions & { renotify: boolean; data: NotificationData }
}

const uuid = v.pipe(v.string(), v.uuid())
/** Which conversation it tells of; both are null for a test. `noteId` is there for a mention. */
const notificationData = v.object({
  ticketId: v.nullable(uuid),
  chatId: v.optional(v.nullable(uuid), null),
  noteId: v.optional(uuid),
})
type NotificationData = v.InferOutput<typeof notificationData>
export interface Told {
  kind: 'ticket' | 'chat'
  id: string
  /** Of the ticket, to be shown. */
  noteId?: string | undefined
}

/** null when it is none of ours, or of a version to come. */
export function parsePush(text: string): PushPayload | null {
  try {
    return v.parse(pushPayload, JSON.parse(text))
  } catch {
    return null
  }
}

/** Notifications of one conversation replace each other, and make themselves heard each time. */
export function notificationOf(push: PushPayload, languages: readonly string[]): Shown {
  const { newMessage, mention, test } = words[languageOf(languages)]
  const common = { icon: '/icons/192.png', badge: '/icons/badge.png', renotify: true }
  if (push.kind === 'test') {
    return { title: 'Balcão', options: { ...common, body: test, tag: 'test', data: { ticketId: null, chatId: null } } }
  }
  if (push.kind === 'mention') {
    const { author, contact, body, ticketId, noteId } = push
    const text = body === undefined ? contact : `${contact}: ${body}`
    const data = { ticketId, chatId: null, noteId }
    return { title: mention(author), options: { ...common, body: text, tag: noteId, data } }
  }
  const { title, body = newMessage } = push
  const { kind, id } = toldIn(push)
  const data = { ticketId: kind === 'ticket' ? id : null, chatId: kind === 'chat' ? id : null }
  return { title, options: { ...common, body, tag: id, data } }
}

/** The conversation that a message was said in. */
export const toldIn = (push: Extract<PushPayload, { kind: 'message' | 'chat' }>): Told =>
  push.kind === 'chat' ? { kind: 'chat', id: push.chatId } : { kind: 'ticket', id: push.ticketId }

/** Which conversation a notification that was clicked belongs to. */
export function conversationOf(data: unknown): Told | null {
  const parsed = v.safeParse(notificationData, data)
  if (!parsed.success) return null
  const { ticketId, chatId, noteId } = parsed.output
  if (ticketId !== null) return { kind: 'ticket', id: ticketId, ...(noteId !== undefined && { noteId }) }
  return chatId === null ? null : { kind: 'chat', id: chatId }
}

function languageOf(tags: readonly string[]): keyof typeof words {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'pt' || language === 'en' || language === 'es') return language
  }
  return 'pt'
}
