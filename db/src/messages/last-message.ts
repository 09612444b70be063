// What the list of tickets shows of a ticket's last message. Pure.
// Invariants: language-neutral; for what has no words of its own the list has its kind, and says it in the person's language. Whatever
// the message, it is short: a list reads and draws all of its rows.
import { cutText } from '../kit/texts/cut-text.ts'
import type { MessageDetails } from './details.ts'
import type { Message } from './table.ts'

type Shown = Pick<Message, 'body' | 'mediaType' | 'mediaName' | 'details' | 'fromMe'> &
  Partial<Pick<Message, 'isDeleted' | 'isViewOnce' | 'participantId'>>

/** More than fits into a line of the widest screen. In UTF-16 units no more than four times that. */
const shownCharacters = 200
const shownUnits = 800

export function lastMessageColumns(message: Shown) {
  const withheld = withheldKind(message)
  return {
    lastMessage: withheld ? '' : short(wordsOf(message)),
    lastMessageType: withheld ?? kindOf(message.mediaType, message.details),
    lastMessageFromMe: message.fromMe,
    lastMessageParticipantId: message.fromMe ? null : (message.participantId ?? null),
  }
}

/** The kind of a message whose content the list does not show: deleted, or to be viewed once; undefined for the others. */
function withheldKind({ isDeleted, isViewOnce }: Shown) {
  if (isDeleted) return 'deleted'
  return isViewOnce ? 'view_once' : undefined
}

function wordsOf({ body, mediaName, details }: Shown) {
  const { location, contacts } = details ?? {}
  if (body !== '') return withMentionedNames(body, details?.mentions)
  if (location) return location.name || location.address || `${location.latitude}, ${location.longitude}`
  if (contacts) return contacts.map(({ name }) => name).join(', ')
  // The device that recorded it gave the file a name that says no more than its kind.
  return details?.isVoice ? '' : (mediaName ?? '')
}

/** People are mentioned by digits that nobody reads. */
function withMentionedNames(body: string, mentions: MessageDetails['mentions'] = []) {
  const names = new Map(mentions.map(({ digits, name }) => [digits, name]))
  return names.size === 0 ? body : body.replaceAll(/@(\d+)/g, (whole, digits) => `@${names.get(digits) ?? digits}`)
}

const short = (text: string) => cutText(text, shownCharacters, { max: shownUnits, of: ({ length }) => length })

function kindOf(mediaType: string, details: MessageDetails | null) {
  if (details?.isVoice) return 'voice'
  if (details?.isSticker) return 'sticker'
  return details?.isGif ? 'gif' : mediaType
}
