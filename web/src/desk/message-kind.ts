import type { MessageRow, QuotedMessage } from 'db/messages/queries.ts'
// What a message is, for those who show it: in the bubble, as a quote, in few words. The columns say it in pieces. Pure.

export type MessageKind =
  | 'text'
  | 'image'
  | 'sticker'
  | 'video'
  | 'gif'
  | 'voice'
  | 'audio'
  | 'document'
  | 'location'
  | 'contacts'
  /** Of the team's chat: nothing but a ticket that it speaks of. */
  | 'ticket'
  | 'poll'
  | 'call'
  | 'viewOnce'
  | 'deleted'
  | 'unsupported'

type Kinded = Pick<MessageRow & QuotedMessage, 'mediaType' | 'details' | 'isDeleted' | 'isViewOnce'>

export function kindOf({ mediaType, details, isDeleted, isViewOnce }: Kinded): MessageKind {
  if (isDeleted) return 'deleted'
  if (isViewOnce) return 'viewOnce'
  switch (mediaType) {
    case 'chat':
      return 'text'
    case 'image':
      return details?.isSticker ? 'sticker' : 'image'
    case 'video':
      return details?.isGif ? 'gif' : 'video'
    case 'audio':
      return details?.isVoice ? 'voice' : 'audio'
    case 'application':
      return 'document'
    case 'location':
      return details?.location ? 'location' : 'unsupported'
    case 'vcard':
      return details?.contacts ? 'contacts' : 'unsupported'
    case 'ticket':
      return 'ticket'
    case 'poll':
      return details?.poll ? 'poll' : 'unsupported'
    case 'call_log':
      return 'call'
    default:
      return 'unsupported'
  }
}

/** WhatsApp's name of a kind that this desk does not know. */
export function unsupportedName({ mediaType, details }: Pick<MessageRow, 'mediaType' | 'details'>): string {
  return details?.unsupported ?? mediaType.replace(/^unsupported:/, '')
}
