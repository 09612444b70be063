import type { MessageKind } from '../message-kind.ts'

const kinds: Record<string, MessageKind> = {
  chat: 'text',
  application: 'document',
  vcard: 'contacts',
  call_log: 'call',
  image: 'image',
  sticker: 'sticker',
  video: 'video',
  gif: 'gif',
  voice: 'voice',
  audio: 'audio',
  location: 'location',
  ticket: 'ticket',
  poll: 'poll',
  view_once: 'viewOnce',
  deleted: 'deleted',
}

/** Kind of a ticket's last message, from the word in its row; null when the row has none, as without a message. Pure. */
export const lastMessageKind = (type: string | null): MessageKind | null =>
  type === null ? null : (kinds[type] ?? 'unsupported')
