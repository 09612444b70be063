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

const id = v.pipe(v.string(), v.uuid())
/** `ticketId` is null for a test; `noteId` is there for a mention. */
const notificationData = v.object({ ticketId: v.nullable(id), noteId: v.optional(id) })
type NotificationData = v.InferOutput<typeof notificationData>

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
    return { title: 'Balcão', options: { ...common, body: test, tag: 'test', data: { ticketId: null } } }
  }
  if (push.kind === 'mention') {
    const { author, contact, body, ticketId, noteId } = push
    const text = body === undefined ? contact : `${contact}: ${body}`
    return { title: mention(author), options: { ...common, body: text, tag: noteId, data: { ticketId, noteId } } }
  }
  const { title, body = newMessage, ticketId } = push
  return { title, options: { ...common, body, tag: ticketId, data: { ticketId } } }
}

/** The conversation that a notification that was clicked leads to, and the note in it. */
export function targetOf(data: unknown): { ticketId: string; noteId?: string | undefined } | null {
  const parsed = v.safeParse(notificationData, data)
  if (!parsed.success || parsed.output.ticketId === null) return null
  return { ...parsed.output, ticketId: parsed.output.ticketId }
}

function languageOf(tags: readonly string[]): keyof typeof words {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'pt' || language === 'en' || language === 'es') return language
  }
  return 'pt'
}
