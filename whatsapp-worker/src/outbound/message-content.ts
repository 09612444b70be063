// What Baileys is handed for a row: its text, or its file as a stream from the media store.
import { generateWAMessageContent, type AnyMessageContent, type WASocket } from '@whiskeysockets/baileys'
import type { MediaKey, MediaStore } from 'db/node/media-store.ts'
import type { Readable } from 'node:stream'

/** The columns of an own message that say what to send. */
export interface Outgoing {
  body: string
  mediaType: string
  mediaHash: string | null
  mediaMime: string | null
  mediaName: string | null
  mediaWidth: number | null
  mediaHeight: number | null
}

export interface OpenContent {
  message: AnyMessageContent
  /** To be called once it was sent, or not. */
  close(): void
}

/** Without an answer for so long an upload is given up and tried again. */
export const mediaUploadTimeoutMs = 60_000

/** Null when its file is not in the store. @throws when the store can't be asked. */
export async function openContent(row: Outgoing, media: MediaStore, companyId: string): Promise<OpenContent | null> {
  // Without `null` Baileys fetches the pages that a text links to.
  if (row.mediaHash === null) return { message: { text: row.body, linkPreview: null }, close: () => {} }
  const key: MediaKey = { companyId, hash: row.mediaHash }
  const stream = await media.read(key)
  if (!stream) return null
  // Whoever reads it sees the error; before that it would end the process.
  stream.on('error', () => {})
  return { message: fileContent(row, stream), close: () => stream.destroy() }
}

function fileContent(row: Outgoing, stream: Readable): AnyMessageContent {
  const { body, mediaWidth: width, mediaHeight: height } = row
  const caption = body === '' ? {} : { caption: body }
  const size = width === null || height === null ? {} : { width, height }
  const mimetype = row.mediaMime ?? 'application/octet-stream'
  if (row.mediaType === 'image') return { image: { stream }, mimetype, ...caption, ...size }
  if (row.mediaType === 'video') return { video: { stream }, mimetype, ...caption, ...size }
  // Sound has no caption on WhatsApp: with one it goes as a document, so that nothing written is lost.
  if (row.mediaType === 'audio' && body === '') return { audio: { stream }, mimetype }
  return { document: { stream }, mimetype, fileName: row.mediaName ?? 'file', ...caption }
}

type Uploader = Pick<WASocket, 'waUploadToServer'>

/** The message once more, for a device that could not read it; a file is uploaded anew, since its first key is not kept. */
export async function contentAgain(row: Outgoing, media: MediaStore, companyId: string, socket: Uploader) {
  const content = await openContent(row, media, companyId)
  if (!content) return undefined
  try {
    return await generateWAMessageContent(content.message, { upload: socket.waUploadToServer, mediaUploadTimeoutMs })
  } finally {
    content.close()
  }
}
