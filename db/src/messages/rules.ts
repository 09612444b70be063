// What may still be done to a message, and what a ticket's list says of it. Pure: screens ask to offer it, mutations to allow it.
import { isMediaType } from '../media/media-type.ts'
import { ack, type Message } from './table.ts'

const minute = 60_000
/** WhatsApp's limits: later ones are taken by its server and ignored by phones. */
export const editWindowMs = 15 * minute
export const deleteWindowMs = 60 * 60 * minute

type Asked = Pick<Message, 'fromMe' | 'isDeleted' | 'ack' | 'mediaType' | 'body'>

/** Whether it is an own text or caption, which alone can be edited; whether it is young enough is `isYounger`'s to say. */
export function isEditable({ fromMe, isDeleted, ack: level, mediaType, body }: Asked) {
  if (!fromMe || isDeleted || level === ack.failed) return false
  return mediaType === 'chat' || (isMediaType(mediaType) && body !== '')
}

export const isDeletable = ({ fromMe, isDeleted, ack: level }: Asked) => fromMe && !isDeleted && level !== ack.failed

export const isReactable = ({ isDeleted, ack: level, mediaType }: Asked) =>
  !isDeleted && level !== ack.failed && mediaType !== 'call_log'

const unforwardable = ['call_log', 'poll', 'unsupported']

/** A file that never arrived can't be passed on either. */
export function isForwardable(message: Pick<Message, 'isDeleted' | 'isViewOnce' | 'mediaType' | 'mediaHash'>) {
  if (message.isDeleted || message.isViewOnce || unforwardable.includes(message.mediaType)) return false
  return !isMediaType(message.mediaType) || message.mediaHash !== null
}

export const isYounger = (message: Pick<Message, 'createdAt'>, windowMs: number, now: Date) =>
  now.getTime() - message.createdAt.getTime() <= windowMs

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Regional_Indicator}|\u{20e3}/u

/** Exactly one, as a person sees it: families, flags and skin tones are several code points. */
export const isEmoji = (text: string) => pictograph.test(text) && [...graphemes.segment(text)].length === 1
