// What Baileys is handed for a row: its text, place or people, or its file as a stream from the media store; what it answers; and that it
// was forwarded.
import { ToldError } from 'db/kit/told-error.ts'
import type { AnyMessageContent, WASocket } from '@whiskeysockets/baileys'
import type { MessageDetails } from 'db/messages/details.ts'
import type { MediaKey, MediaStore } from 'db/node/media/media-store.ts'
import type { Readable } from 'node:stream'
import type { VoiceNote } from '../voice/voice-notes.ts'
import { mayMention, mentionsIn } from './mentions.ts'
import { quotedMessage, type Quoted } from './quoted.ts'
import { vcardOf } from './vcard.ts'

/** The columns of an own message that say what to send. */
export interface Outgoing {
  whatsappId: string
  body: string
  mediaType: string
  mediaHash: string | null
  mediaMime: string | null
  mediaName: string | null
  mediaWidth: number | null
  mediaHeight: number | null
  details: MessageDetails | null
  isForwarded: boolean
  quoted: Quoted | null
}

export interface OpenContent {
  message: AnyMessageContent
  /** To be called once it was sent, or not. */
  close(): void
}

/** Without an answer for so long an upload is given up and tried again. */
export const mediaUploadTimeoutMs = 60_000

/** The store can't be asked: no message's fault. */
export class MediaStoreError extends ToldError {}

/** A recording as a voice note; null when it goes as it is. */
type FindVoice = (key: MediaKey) => Promise<VoiceNote | null>

type GroupReader = Pick<WASocket, 'groupMetadata'>

/** Null when its file is not in the store. @throws MediaStoreError, or when WhatsApp doesn't say who is in the group. */
export async function openContent(
  row: Outgoing,
  chat: string,
  {
    media,
    companyId,
    groups,
    voiceOf,
  }: { media: MediaStore; companyId: string; groups: GroupReader; voiceOf: FindVoice },
): Promise<OpenContent | null> {
  const mentioning = await withMentions(row, chat, groups)
  const around = { ...contextOf(row), ...(mentioning.jids.length > 0 && { mentions: mentioning.jids }) }
  if (row.mediaHash === null) {
    return { message: { ...plainContent({ ...row, body: mentioning.text }), ...around }, close: () => {} }
  }
  const key: MediaKey = { companyId, hash: row.mediaHash }
  const unreachable = (cause: unknown) => {
    throw new MediaStoreError('the media store did not answer', { cause })
  }
  const voice = isRecording(row) ? await voiceOf(key).catch(unreachable) : null
  const stream = await media.read(voice ? { companyId, hash: voice.hash } : key).catch(unreachable)
  if (!stream) return null
  // Whoever reads it sees the error; before that it would end the process.
  stream.on('error', () => {})
  const content = voice ? voiceContent(voice, stream) : fileContent({ ...row, body: mentioning.text }, stream)
  const message = { ...content, ...around }
  return { message, close: () => stream.destroy() }
}

async function withMentions({ body }: Outgoing, chat: string, groups: GroupReader) {
  if (!chat.endsWith('@g.us') || !mayMention(body)) return { text: body, jids: [] }
  const { participants } = await groups.groupMetadata(chat)
  return mentionsIn(body, participants)
}

const contextOf = ({ isForwarded }: Outgoing) =>
  isForwarded ? { contextInfo: { isForwarded: true, forwardingScore: 1 } } : {}

function plainContent({ body, details }: Outgoing): AnyMessageContent {
  const { location, contacts } = details ?? {}
  if (location) {
    const { latitude, longitude, name, address } = location
    return { location: { degreesLatitude: latitude, degreesLongitude: longitude, name, address } }
  }
  if (contacts) {
    const cards = contacts.map((person) => ({ displayName: person.name, vcard: vcardOf(person) }))
    return { contacts: { displayName: contacts.map(({ name }) => name).join(', '), contacts: cards } }
  }
  // Without `null` Baileys fetches the pages that a text links to.
  return { text: body, linkPreview: null }
}

function fileContent(row: Outgoing, stream: Readable): AnyMessageContent {
  const { body, mediaWidth: width, mediaHeight: height, details } = row
  const caption = body === '' ? {} : { caption: body }
  const size = width === null || height === null ? {} : { width, height }
  const mimetype = row.mediaMime ?? 'application/octet-stream'
  if (row.mediaType === 'image' && details?.isSticker) return { sticker: { stream }, mimetype, ...size }
  if (row.mediaType === 'image') return { image: { stream }, mimetype, ...caption, ...size }
  if (row.mediaType === 'video') {
    return { video: { stream }, mimetype, ...caption, ...size, ...(details?.isGif && { gifPlayback: true }) }
  }
  // Sound has no caption on WhatsApp: with one it goes as a document, so that nothing written is lost.
  if (row.mediaType === 'audio' && body === '') return { audio: { stream }, ...soundOf(mimetype, details) }
  return { document: { stream }, mimetype, fileName: row.mediaName ?? 'file', ...caption }
}

/** As the app records it. */
const isRecording = ({ mediaType, mediaMime, body, details }: Outgoing) =>
  mediaType === 'audio' && mediaMime === 'audio/mpeg' && body === '' && details?.isVoice === true

const opus = 'audio/ogg; codecs=opus'

const voiceContent = ({ seconds, waveform }: VoiceNote, stream: Readable) => ({
  audio: { stream },
  mimetype: opus,
  ptt: true,
  seconds,
  waveform,
})

/** Phones show a recording as one only when it says that it is Opus; others they play all the same. */
function soundOf(mimetype: string, details: MessageDetails | null) {
  const seconds = details?.seconds === undefined ? {} : { seconds: details.seconds }
  if (!details?.isVoice) return { mimetype, ...seconds }
  return { mimetype: mimetype.startsWith('audio/ogg') ? opus : mimetype, ptt: true, ...seconds }
}

/** What is said beside the content itself. */
export const quotedOf = ({ quoted }: Outgoing, chat: string) => (quoted ? { quoted: quotedMessage(quoted, chat) } : {})
