// What strangers chose, made fit to be kept: everything that comes in passes here once, whatever it was read from. Pure.
// Invariants: texts are well-formed, without control characters, and no longer than `caps`; what was left out for that is said in the row
// (`details.isCut`); names and other single lines turn no letters around beside them; ids, addresses, times and numbers can be stored.
import { createHash } from 'node:crypto'
import { cutText } from 'db/kit/texts/cut-text.ts'
import type { MessageDetails } from 'db/messages/details.ts'
import type { InboundChange, InboundFile, InboundMessage } from 'db/messages/inbound.ts'
import { isEmoji } from 'db/messages/rules.ts'
import { maxBodyLength } from 'db/messages/send-args.ts'

/** In UTF-16 units, as WhatsApp's clients count; lists in entries, thumbnails and keys in bytes. */
export const caps = {
  /** WhatsApp's own limit: what its apps let people write is kept whole. */
  body: maxBodyLength,
  quote: 1_000,
  line: 255,
  address: 1_000,
  url: 2_048,
  emoji: 64,
  id: 128,
  contacts: 100,
  numbers: 20,
  options: 100,
  mentions: 100,
  seconds: 360_000,
  pixels: 65_535,
  key: 64,
  thumbnail: 100 * 1024,
} as const

type Message = Omit<InboundMessage, 'connectionId'>
type Change = Omit<InboundChange, 'connectionId'>

export function cleanMessage(message: Message, now: Date): Message {
  const { body, details, quoted, file, sentAt, editedAt } = message
  const kept = cleanDetails(details)
  const isCut = body.length > caps.body || kept.isCut
  return {
    ...message,
    ...cleanOrigin(message),
    body: cleanText(body, caps.body),
    details: isCut ? { ...kept.details, isCut } : kept.details,
    mentions: message.mentions.slice(0, caps.mentions),
    quoted: quoted && { ...quoted, whatsappId: cleanId(quoted.whatsappId), body: cleanText(quoted.body, caps.quote) },
    file: file && cleanFile(file),
    sentAt: cleanTime(sentAt, now),
    editedAt: editedAt && cleanTime(editedAt, now),
  }
}

/** Null when it is none that a person could make. */
export function cleanChange(inbound: Change, now: Date): Change | null {
  const { targetId, at, change } = inbound
  const cleaned = cleanedChange(change)
  if (!cleaned) return null
  const time = cleanTime(new Date(at), now).getTime()
  return { ...inbound, ...cleanOrigin(inbound), targetId: cleanId(targetId), at: time, change: cleaned }
}

function cleanedChange(change: Change['change']): Change['change'] | null {
  if (change.kind === 'delete') return change
  if (change.kind === 'reaction') {
    // A person reacts with one emoji; '' takes it back.
    const emoji = change.emoji.length > caps.emoji ? null : cleanText(change.emoji, caps.emoji)
    return emoji === '' || (emoji !== null && isEmoji(emoji)) ? { kind: 'reaction', emoji } : null
  }
  const { body, link, mentions } = change
  return {
    kind: 'edit',
    body: cleanText(body, caps.body),
    link: (link && cleanLink(link)) ?? null,
    mentions: mentions.slice(0, caps.mentions),
    ...(body.length > caps.body && { isCut: true }),
  }
}

function cleanOrigin<T extends Pick<Message, 'whatsappId' | 'contact' | 'participant'>>(origin: T) {
  const { whatsappId, contact, participant } = origin
  return {
    whatsappId: cleanId(whatsappId),
    contact: { ...contact, pushName: cleanLine(contact.pushName) },
    participant: participant && { ...participant, pushName: cleanLine(participant.pushName) },
  }
}

function cleanDetails(details: MessageDetails | null): { details: MessageDetails | null; isCut: boolean } {
  if (!details) return { details, isCut: false }
  const { contacts, poll, location, link, seconds, unsupported, ...rest } = details
  const cleaned: MessageDetails = {
    ...rest,
    ...(contacts && { contacts: contacts.slice(0, caps.contacts).map(cleanCard) }),
    ...(poll && { poll: cleanPoll(poll) }),
    ...(location && { location: cleanPlace(location) }),
    ...(link && cleanLink(link) && { link: cleanLink(link) }),
    ...(seconds !== undefined && isWithin(seconds, 1, caps.seconds) && { seconds: Math.round(seconds) }),
    ...(unsupported !== undefined && { unsupported: cleanLine(unsupported, 64) }),
  }
  const isCut = (contacts?.length ?? 0) > caps.contacts || (poll?.options.length ?? 0) > caps.options
  return { details: cleaned, isCut }
}

type Part<Name extends keyof MessageDetails> = NonNullable<MessageDetails[Name]>

const cleanCard = ({ name, numbers }: Part<'contacts'>[number]) => ({
  name: cleanLine(name),
  numbers: numbers.slice(0, caps.numbers),
})

const cleanPoll = ({ options, selectable }: Part<'poll'>) => ({
  options: options.slice(0, caps.options).map((option) => cleanLine(option)),
  selectable: isWithin(selectable, 0, caps.options) ? Math.round(selectable) : 0,
})

const cleanPlace = (place: Part<'location'>) => ({
  ...place,
  name: cleanLine(place.name),
  address: cleanLine(place.address, caps.address),
})

/** Cut, an address would be another one. */
function cleanLink({ url, title, description }: Part<'link'>): Part<'link'> | undefined {
  if (url.length > caps.url) return undefined
  return { url: cleanLine(url, caps.url), title: cleanLine(title), description: cleanLine(description, caps.quote) }
}

function cleanFile(file: InboundFile): InboundFile {
  return {
    ...file,
    url: cleanAddress(file.url),
    directPath: cleanAddress(file.directPath),
    mediaKey: shortOrNull(file.mediaKey, caps.key),
    fileSha256: shortOrNull(file.fileSha256, caps.key),
    fileEncSha256: shortOrNull(file.fileEncSha256, caps.key),
    thumbnail: shortOrNull(file.thumbnail, caps.thumbnail),
    mime: file.mime !== null && file.mime.length <= caps.line && mimePattern.test(file.mime) ? file.mime : null,
    name: file.name === null ? null : cleanFileName(file.name) || null,
    width: file.width !== null && isWithin(file.width, 1, caps.pixels) ? file.width : null,
    height: file.height !== null && isWithin(file.height, 1, caps.pixels) ? file.height : null,
  }
}

const shortOrNull = <T extends { length: number } | null>(value: T, max: number) =>
  value !== null && value.length <= max ? value : null

const cleanAddress = (address: string | null) =>
  address !== null && address.length <= caps.url && /^[!-~]+$/.test(address) ? address : null

const mimePattern = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[ -~]*)?$/

/** Not of lines and columns. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\0-\b\v\f\x0E-\x1F\x7F]/g
/** What directs the letters after it, up to the end of the line on which it is shown. */
const directing = /[\u202A-\u202E\u2066-\u2069]/g

/** A text of any number of lines. Half of a surrogate pair, which Postgres refuses, becomes a replacement character. */
function cleanText(text: string, max: number): string {
  const clean = text.replaceAll(control, '').toWellFormed()
  return clean.length > max ? clean.slice(0, max).replace(/[\uD800-\uDBFF]$/, '') : clean
}

const invisible = /[\u115F\u1160\u2800\u3164\uFFA0]/g

/** A name, or whatever else stands on one line beside others; '' when there is nothing to see in it. */
export function cleanLine(text: string, max: number = caps.line): string {
  const line = cleanText(text, 16 * max)
    .replaceAll(directing, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(line.replaceAll(invisible, ''))) return ''
  return line.length <= max ? line : cutText(line, max - 1, { max: max - 1, of: ({ length }) => length })
}

/** Names that a Windows takes for devices, whatever their ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** The last part of a path, with its ending, however long. Dots at its ends hide it, or are dropped by Windows. */
function cleanFileName(text: string): string {
  const last = text.split(/[/\\]/).at(-1) ?? ''
  const name = withoutDots(cleanLine(last.replaceAll(/[<>:"|?*]/g, '_'), Infinity))
  const safe = device.test(name) ? `_${name}` : name
  if (safe.length <= caps.line) return safe
  const ending = /\.\w{1,16}$/.exec(safe)?.[0] ?? ''
  return cleanLine(safe.slice(0, safe.length - ending.length), caps.line - ending.length) + ending
}

/** By hand: a pattern for the end of a text begins anew at each dot before it. */
function withoutDots(name: string): string {
  const isDot = (at: number) => name[at] === '.' || name[at] === ' '
  let [start, end] = [0, name.length]
  while (isDot(start)) start++
  while (end > start && isDot(end - 1)) end--
  return name.slice(start, end)
}

/** Ids are compared, not read: what no app of WhatsApp makes gets another of a length that an index takes, the same each time. */
export const cleanId = (id: string) =>
  /^[!-~]+$/.test(id) && id.length <= caps.id ? id : `odd-${createHash('sha256').update(id).digest('base64url')}`

/** The day when WhatsApp began. */
const earliest = Date.UTC(2009, 0, 1)
const day = 86_400_000

/** Clocks go wrong by hours; what is further off is none, and it was now. */
export const cleanTime = (time: Date, now: Date) =>
  isWithin(time.getTime(), earliest, now.getTime() + day) ? time : now

/** Not of NaN. */
const isWithin = (value: number, least: number, most: number) => value >= least && value <= most

/** Whether a place is on Earth. */
export const isOnEarth = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  isWithin(latitude, -90, 90) && isWithin(longitude, -180, 180)
