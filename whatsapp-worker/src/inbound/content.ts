// Reads what a message holds, by WhatsApp's kinds: text, files, places, people, polls, calls. Pure.
// Invariant: a kind that we don't know is 'unsupported' under WhatsApp's name for it, never nothing.
import { normalizeMessageContent, proto, type WAMessageContent } from '@whiskeysockets/baileys'
import type { MessageDetails } from 'db/messages/details.ts'
import type { InboundFile } from 'db/messages/inbound.ts'
import { caps, isOnEarth } from './clean.ts'
import { fileOf } from './file.ts'
import { readVcard } from './vcard.ts'

export interface Content {
  mediaType: string
  body: string
  details?: MessageDetails
  file?: InboundFile
}

/** Shells that Baileys leaves on. */
const shells = ['deviceSentMessage', 'botInvokeMessage', 'lottieStickerMessage', 'pollCreationMessageV4'] as const

/** The message within its shells: sent from another device, disappearing, to be seen once, with a caption, edited … */
export function unwrap(message: WAMessageContent | null | undefined): WAMessageContent | null {
  let inner = normalizeMessageContent(message)
  // Bounded: it comes from outside.
  for (let depth = 0; inner && depth < 4; depth++) {
    const around: WAMessageContent = inner
    const shell = shells.find((name) => around[name]?.message)
    if (!shell) break
    inner = normalizeMessageContent(around[shell]?.message)
  }
  return inner ?? null
}

/** Not the message, but what travels with one. */
const companions = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
])

/** WhatsApp's field for the kind; Baileys' getContentType passes over some. Own fields only: protobuf's prototypes hold every other kind. */
export function kindOf(content: WAMessageContent): keyof WAMessageContent | null {
  const kind = Object.entries(content).find(([name, value]) => value && !companions.has(name))?.[0]
  return (kind as keyof WAMessageContent | undefined) ?? null
}

type Readers = { [Kind in keyof WAMessageContent]?: (part: NonNullable<WAMessageContent[Kind]>) => Content }

const text = (body: string): Content => ({ mediaType: 'chat', body })

function location(part: proto.Message.ILocationMessage | proto.Message.ILiveLocationMessage, isLive: boolean): Content {
  const body = ('comment' in part ? part.comment : 'caption' in part && part.caption) || ''
  const place = {
    latitude: part.degreesLatitude ?? Number.NaN,
    longitude: part.degreesLongitude ?? Number.NaN,
    name: ('name' in part && part.name) || '',
    address: ('address' in part && part.address) || '',
    isLive,
  }
  if (isOnEarth(place)) return { mediaType: 'location', body, details: { location: place } }
  return unsupported('location', [body, place.name, place.address].filter(Boolean).join('\n'))
}

const poll = ({ name, options, selectableOptionsCount }: proto.Message.IPollCreationMessage): Content => ({
  mediaType: 'poll',
  body: name ?? '',
  details: {
    poll: {
      options: (options ?? []).map((option) => option.optionName ?? ''),
      selectable: selectableOptionsCount ?? 0,
    },
  },
})

const people = (cards: readonly proto.Message.IContactMessage[]): Content => ({
  mediaType: 'vcard',
  body: '',
  // One more than is kept tells that there are more.
  details: {
    contacts: cards
      .slice(0, caps.contacts + 1)
      .map(({ vcard, displayName }) => readVcard(vcard ?? '', displayName ?? '')),
  },
})

const video = (part: proto.Message.IVideoMessage): Content => ({
  mediaType: 'video',
  body: part.caption ?? '',
  details: { ...secondsOf(part.seconds), ...(part.gifPlayback && { isGif: true }) },
  file: fileOf('video', part),
})

const readers: Readers = {
  conversation: (body) => text(body),
  extendedTextMessage: (part) => ({ ...text(part.text ?? ''), ...linkOf(part) }),
  imageMessage: (part) => ({ mediaType: 'image', body: part.caption ?? '', file: fileOf('image', part) }),
  stickerMessage: (part) => ({
    mediaType: 'image',
    body: '',
    details: { isSticker: true },
    file: fileOf('sticker', part),
  }),
  videoMessage: video,
  ptvMessage: video,
  audioMessage: (part) => ({
    mediaType: 'audio',
    body: '',
    details: { ...secondsOf(part.seconds), ...(part.ptt && { isVoice: true }) },
    file: fileOf('audio', part),
  }),
  documentMessage: (part) => ({
    mediaType: 'application',
    body: part.caption ?? '',
    file: fileOf('document', part),
  }),
  locationMessage: (part) => location(part, part.isLive === true),
  liveLocationMessage: (part) => location(part, true),
  contactMessage: (part) => people([part]),
  contactsArrayMessage: (part) => people(part.contacts ?? []),
  pollCreationMessage: poll,
  pollCreationMessageV2: poll,
  pollCreationMessageV3: poll,
  pollCreationMessageV5: poll,
  callLogMesssage: (part) => ({
    mediaType: 'call_log',
    body: '',
    details: {
      call: {
        isVideo: part.isVideo === true,
        isGroup: (part.participants ?? []).length > 1,
        wasRejected: part.callOutcome === proto.Message.CallLogMessage.CallOutcome.REJECTED,
      },
    },
  }),
  // The buttons of a business: what the customer pressed is what they say.
  buttonsResponseMessage: (part) => text(part.selectedDisplayText ?? ''),
  templateButtonReplyMessage: (part) => text(part.selectedDisplayText ?? ''),
  listResponseMessage: (part) => text(part.title ?? ''),
  interactiveResponseMessage: (part) => text(part.body?.text ?? ''),
}

/** Null when it holds nothing at all. */
export function contentOf(content: WAMessageContent): Content | null {
  const kind = kindOf(content)
  if (!kind) return null
  const read = readers[kind] as ((part: unknown) => Content) | undefined
  const known = read?.(content[kind])
  // A text without words is a kind of its own that we can't show.
  if (known && (known.mediaType !== 'chat' || known.body !== '')) return known
  return unsupported(kindName(kind), wordsOf(content))
}

export const unsupported = (kind: string, body = ''): Content => ({
  mediaType: 'unsupported',
  body,
  details: { unsupported: kind },
})

const kindName = (field: string) => field.replace(/(Creation)?Mess+age(V\d+)?$/, '')

/** The words of a kind that we can't show, as far as there are any. */
function wordsOf(content: WAMessageContent): string {
  return (
    content.templateMessage?.hydratedTemplate?.hydratedContentText ??
    content.buttonsMessage?.contentText ??
    content.listMessage?.description ??
    content.interactiveMessage?.body?.text ??
    content.eventMessage?.name ??
    content.groupInviteMessage?.groupName ??
    content.productMessage?.product?.title ??
    ''
  )
}

function linkOf({ matchedText, title, description }: proto.Message.IExtendedTextMessage): { details?: MessageDetails } {
  if (!matchedText || (!title && !description)) return {}
  return { details: { link: { url: matchedText, title: title ?? '', description: description ?? '' } } }
}

const secondsOf = (seconds: number | null | undefined) => (seconds ? { seconds } : {})

/** What the message says of itself beside its content: whom it answers and mentions, whether it was passed on. */
export function contextOf(content: WAMessageContent): proto.IContextInfo | null {
  const kind = kindOf(content)
  const part = kind && (content[kind] as { contextInfo?: proto.IContextInfo | null } | string)
  return (part && typeof part === 'object' && part.contextInfo) || null
}
