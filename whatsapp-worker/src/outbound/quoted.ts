// The message that an own one answers, as Baileys wants it: key and as much of its content as our row has. Phones show their own copy
// when they have it, else this. Pure.
import type { proto, WAMessage } from '@whiskeysockets/baileys'
import type { MessageDetails } from 'db/messages/details.ts'
import { vcardOf } from './vcard.ts'

/** The quoted row. */
export interface Quoted {
  whatsappId: string
  fromMe: boolean
  mediaType: string
  body: string
  mediaMime: string | null
  mediaName: string | null
  details: MessageDetails | null
  /** Who wrote it, in a group. */
  author: string | null
}

export function quotedMessage(quoted: Quoted, chat: string): WAMessage {
  const { whatsappId: id, fromMe, author } = quoted
  const key = { remoteJid: chat, id, fromMe, ...(author !== null && !fromMe && { participant: author }) }
  return { key, message: contentOf(quoted) }
}

function contentOf({ mediaType, body, mediaMime, mediaName, details }: Quoted): proto.IMessage {
  const mimetype = mediaMime ?? ''
  const caption = body
  switch (mediaType) {
    case 'image':
      return details?.isSticker ? { stickerMessage: { mimetype } } : { imageMessage: { mimetype, caption } }
    case 'video':
      return { videoMessage: { mimetype, caption, gifPlayback: details?.isGif ?? false } }
    case 'audio':
      return { audioMessage: { mimetype, ptt: details?.isVoice ?? false, seconds: details?.seconds ?? 0 } }
    case 'application':
      return { documentMessage: { mimetype, caption, fileName: mediaName ?? '', title: mediaName ?? '' } }
    case 'location':
      return { locationMessage: placeOf(details) }
    case 'vcard':
      return cardsOf(details)
    case 'poll':
      return { pollCreationMessage: { name: body, options: (details?.poll?.options ?? []).map(optionOf) } }
    default:
      return { conversation: body }
  }
}

const optionOf = (optionName: string) => ({ optionName })

function placeOf(details: MessageDetails | null) {
  const { latitude = 0, longitude = 0, name = '', address = '' } = details?.location ?? {}
  return { degreesLatitude: latitude, degreesLongitude: longitude, name, address }
}

function cardsOf(details: MessageDetails | null): proto.IMessage {
  const contacts = (details?.contacts ?? []).map((person) => ({ displayName: person.name, vcard: vcardOf(person) }))
  const [only] = contacts
  return contacts.length === 1 && only
    ? { contactMessage: only }
    : { contactsArrayMessage: { displayName: `${contacts.length}`, contacts } }
}
