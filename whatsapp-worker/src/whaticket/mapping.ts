// What the Whaticket family's words are here: states of tickets, kinds of messages, ticks, numbers, opening hours. Pure.
import type { OpeningHours } from 'db/bot/opening-hours.ts'
import { endClock, startClock } from 'db/bot/opening-hours.ts'
import { typedNumber } from 'db/contacts/numbers.ts'
import { readGivenNumber } from 'db/contacts/read-number.ts'
import type { Profile } from 'db/kit/actor.ts'
import { ack } from 'db/messages/table.ts'
import type { ScheduleStatus } from 'db/schedules/table.ts'
import type { TicketStatus } from 'db/tickets/table.ts'
import * as v from 'valibot'

/** Whom a contact stands for on WhatsApp; null when its number is none. */
export interface Account {
  number: string | null
  lid: string | null
  isGroup: boolean
}

/** As WhatsApp gave it to the old system, or as somebody typed it there. */
function numberOf(user: string): string | null {
  const reading = readGivenNumber(typedNumber(user), oldPlace)
  if ('number' in reading) return reading.number
  return /^[1-9]\d{9,14}$/.test(user) ? user : null
}

/** These systems are Brazilian; what lacked its area code reached nobody there. */
const oldPlace = { country: 'BR', areaCode: null }

/** Groups and hidden numbers have ids of their own, which forks keep with or without WhatsApp's server part, or without the hyphen. */
export function accountOf(number: string, isGroup: boolean, lid: string): Account | null {
  const [user = '', server = ''] = number.trim().split('@')
  if (isGroup || server === 'g.us') {
    const id = groupId(user)
    return id === null ? null : { number: null, lid: id, isGroup: true }
  }
  const own = /^\d{5,20}$/.test(lid.split('@')[0] ?? '') ? (lid.split('@')[0] ?? null) : null
  if (server === 'lid') return /^\d{5,20}$/.test(user) ? { number: null, lid: user, isGroup: false } : null
  const digits = numberOf(user)
  return digits === null && own === null ? null : { number: digits, lid: own, isGroup: false }
}

/** Old groups are called by who made them and when: '5511999990000-1612345678'. */
function groupId(user: string): string | null {
  if (/^\d{10,20}-\d{10}$/.test(user) || /^120363\d{10,20}$/.test(user)) return user
  const [, maker, second] = /^(\d{10,15})(1[2-6]\d{8})$/.exec(user) ?? []
  if (maker !== undefined) return `${maker}-${second}`
  return /^\d{15,25}$/.test(user) ? user : null
}

/** Something open has somebody who has it. */
export function ticketStatus(status: string, hasUser: boolean): TicketStatus {
  if (status === 'closed') return 'closed'
  return status !== 'pending' && hasUser ? 'open' : 'pending'
}

export function profileOf(profile: string): Profile {
  if (profile === 'admin' || profile === 'supervisor') return profile
  return profile === 'superadmin' || profile === 'super' ? 'admin' : 'user'
}

/**
 * Ticks. Forks that talk to WhatsApp by Baileys count from its 1 for "on its way", the others from 0. What was on its way when the copy was
 * made was sent by the old system or never will be: it counts as sent, and nothing is sent from here.
 */
export function ackOf(
  value: number,
  { fromMe, isRead, byBaileys }: { fromMe: boolean; isRead: boolean; byBaileys: boolean },
) {
  if (!fromMe) return isRead ? ack.read : ack.received
  const ours = byBaileys ? value - 1 : value
  return Math.min(ack.played, Math.max(ack.sent, ours))
}

export type Kind =
  | { type: 'chat' | 'location' | 'vcard' | 'file' }
  | { type: 'file'; isVoice?: true; isSticker?: true; as: 'image' | 'audio' | 'video' | 'application' }
  | { type: 'unsupported'; name: string }
  /** No message of its own. */
  | { type: 'none' }

const kinds: Readonly<Record<string, Kind>> = {
  chat: { type: 'chat' },
  text: { type: 'chat' },
  image: { type: 'file', as: 'image' },
  sticker: { type: 'file', as: 'image', isSticker: true },
  audio: { type: 'file', as: 'audio' },
  ptt: { type: 'file', as: 'audio', isVoice: true },
  video: { type: 'file', as: 'video' },
  gif: { type: 'file', as: 'video' },
  document: { type: 'file', as: 'application' },
  application: { type: 'file', as: 'application' },
  location: { type: 'location' },
  vcard: { type: 'vcard' },
  reaction: { type: 'none' },
}

/** The same kinds by the names that WhatsApp's own messages have. */
const protocolNames: Readonly<Record<string, string>> = {
  conversation: 'chat',
  extendedTextMessage: 'chat',
  imageMessage: 'image',
  stickerMessage: 'sticker',
  audioMessage: 'audio',
  videoMessage: 'video',
  documentMessage: 'document',
  documentWithCaptionMessage: 'document',
  locationMessage: 'location',
  liveLocationMessage: 'location',
  contactMessage: 'vcard',
  contactsArrayMessage: 'vcard',
  multi_vcard: 'vcard',
  contact: 'vcard',
  reactionMessage: 'reaction',
}

export function kindOf(mediaType: string, { hasFile, hasText }: { hasFile: boolean; hasText: boolean }): Kind {
  const known = kinds[protocolNames[mediaType] ?? mediaType]
  if (hasFile) return known?.type === 'file' ? known : { type: 'file', as: 'application' }
  if (known) return known
  return hasText || mediaType === '' ? { type: 'chat' } : { type: 'unsupported', name: mediaType.slice(0, 50) }
}

/** Of 'picture|https://maps.google.com/maps?q=-23.5%2C-46.6&…|words'. Null when it says no place. */
export function placeOf(body: string) {
  const [, latitude = '', longitude = ''] =
    /[?&]q=(-?\d{1,3}(?:\.\d+)?)(?:%2C|,)\s*(-?\d{1,3}(?:\.\d+)?)/i.exec(body) ?? []
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  if (latitude === '' || Math.abs(place.latitude) > 90 || Math.abs(place.longitude) > 180) return null
  const words = body.split('|').slice(2).join(' ').trim()
  return { ...place, name: words.slice(0, 255), address: '', isLive: false }
}

/** What was to be sent in the past was: or it is too late for it. */
export function scheduleStatus(status: string, sendAt: Date, sentAt: Date | null, now: Date): ScheduleStatus {
  if (sentAt || status === 'ENVIADA') return 'ENVIADA'
  return status === 'ERRO' || sendAt < now ? 'ERRO' : 'PENDENTE'
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** One interval a day, or two ('A' and 'B'); null when it is none of the forms that are known, or says nothing. */
export function openingHoursOf(schedules: unknown): OpeningHours | null {
  if (!Array.isArray(schedules)) return null
  const days: OpeningHours['days'] = weekdays.map((weekday) => {
    const day: unknown = schedules.find((one) => isRecord(one) && String(one['weekdayEn']).toLowerCase() === weekday)
    if (!isRecord(day)) return []
    return ['', 'A', 'B'].flatMap((half) => intervalOf(day[`startTime${half}`], day[`endTime${half}`]))
  })
  return days.some((day) => day.length > 0) ? { days, holidays: [] } : null
}

function intervalOf(from: unknown, to: unknown) {
  const [start, end] = [v.safeParse(startClock, from), v.safeParse(endClock, to)]
  return start.success && end.success ? [{ start: start.output, end: end.output }] : []
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
