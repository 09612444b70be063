// From a push message to what the system shows. Pure. The service worker has neither the app's catalogues (they would be most of its
// size) nor the language that was chosen in the app: its few words are here, in the device's language.
import * as v from 'valibot'
import { pushPayload, type PushPayload } from 'db/push/payload.ts'

interface Words {
  newMessage: string
  test: string
}

const words: Record<'pt' | 'en' | 'es', Words> = {
  pt: { newMessage: 'Nova mensagem', test: 'As notificações chegam a este aparelho.' },
  en: { newMessage: 'New message', test: 'Notifications reach this device.' },
  es: { newMessage: 'Mensaje nuevo', test: 'Las notificaciones llegan a este dispositivo.' },
}

export interface Shown {
  title: string
  options: NotificationOptions & { renotify: boolean; data: NotificationData }
}

/** `ticketId` is null for a test. */
const notificationData = v.object({ ticketId: v.nullable(v.pipe(v.string(), v.uuid())) })
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
  const { newMessage, test } = words[languageOf(languages)]
  const common = { icon: '/icons/192.png', badge: '/icons/badge.png', renotify: true }
  if (push.kind === 'test') {
    return { title: 'Balcão', options: { ...common, body: test, tag: 'test', data: { ticketId: null } } }
  }
  const { title, body = newMessage, ticketId } = push
  return { title, options: { ...common, body, tag: ticketId, data: { ticketId } } }
}

/** Which conversation a notification that was clicked belongs to. */
export function ticketOf(data: unknown): string | null {
  const parsed = v.safeParse(notificationData, data)
  return parsed.success ? parsed.output.ticketId : null
}

function languageOf(tags: readonly string[]): keyof typeof words {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'pt' || language === 'en' || language === 'es') return language
  }
  return 'pt'
}
