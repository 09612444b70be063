// What a message carries beyond text and file, as one JSON value of its row. Every part is there only when the message has it.
import type { ActionKind } from './actions-table.ts'

export interface MessageDetails {
  /** mediaType 'location'. */
  location?: { latitude: number; longitude: number; name: string; address: string; isLive: boolean }
  /** mediaType 'vcard': shared contacts. */
  contacts?: { name: string; /** Digits. */ numbers: string[] }[]
  /** mediaType 'poll'; the question is the body. */
  poll?: { options: string[]; /** How many may be chosen; 0: any number. */ selectable: number }
  /** mediaType 'call_log'. */
  call?: { isVideo: boolean; isGroup: boolean; wasRejected: boolean; /** On another device. */ wasAnswered?: boolean }
  /** mediaType 'unsupported': WhatsApp's name of the kind. */
  unsupported?: string
  /** Length of sound and video. */
  seconds?: number
  /** mediaType 'audio': recorded with the microphone, shown as such. */
  isVoice?: boolean
  /** What a voice note says, as a machine wrote it down. */
  transcript?: string
  /** mediaType 'video' that plays by itself, again and again. */
  isGif?: boolean
  /** mediaType 'image' that is a sticker. */
  isSticker?: boolean
  /** Preview of the first link in the text. */
  link?: { url: string; title: string; description: string }
  /** Who is mentioned: `@digits` in the body, and the name to show instead. */
  mentions?: { digits: string; name: string }[]
  /** What it answers, as it came along: shown when quotedMessageId is null. */
  quoted?: { body: string; mediaType: string; fromMe: boolean; author: string }
  /** It was longer, or there were more people or options: the rest is on the phone only. */
  isCut?: boolean
  /** WhatsApp did not take what was done to it last, and it was put back. */
  refused?: { kind: ActionKind; /** WhatsApp's, or a word of ours. */ code: string }
}
