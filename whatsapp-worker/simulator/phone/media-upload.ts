// How a phone sends a file: encrypted with Baileys' own routine, put on the media host, and described in the message.

import { encryptedStream } from '@whiskeysockets/baileys'
import type { MediaType, proto } from '@whiskeysockets/baileys'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { MediaHost } from '../server/media-host.ts'

export interface FileOptions {
  mime?: string
  caption?: string
  /** Shown while the file itself is still to be fetched. */
  jpegThumbnail?: Uint8Array
}

export interface SoundOptions {
  mime?: string
  /** Recorded with the microphone. */
  voice?: boolean
  seconds?: number
}

export async function imageContent(host: MediaHost, content: Buffer, options: FileOptions = {}) {
  const file = await upload(host, content, 'image')
  return { imageMessage: { ...file, ...described(options, 'image/jpeg') } } satisfies proto.IMessage
}

export async function videoContent(
  host: MediaHost,
  content: Buffer,
  options: FileOptions & { seconds?: number; gif?: boolean } = {},
) {
  const file = await upload(host, content, options.gif ? 'gif' : 'video')
  const { seconds, gif } = options
  const video = {
    ...file,
    ...described(options, 'video/mp4'),
    ...(seconds && { seconds }),
    ...(gif && { gifPlayback: gif }),
  }
  return { videoMessage: video } satisfies proto.IMessage
}

export async function audioContent(host: MediaHost, content: Buffer, options: SoundOptions = {}) {
  const { voice = false, seconds = 1 } = options
  const file = await upload(host, content, voice ? 'ptt' : 'audio')
  const mimetype = options.mime ?? (voice ? 'audio/ogg; codecs=opus' : 'audio/mpeg')
  return { audioMessage: { ...file, mimetype, ptt: voice, seconds } } satisfies proto.IMessage
}

export async function documentContent(host: MediaHost, content: Buffer, options: FileOptions & { name: string }) {
  const file = await upload(host, content, 'document')
  const { name } = options
  const document = { ...file, ...described(options, 'application/octet-stream'), fileName: name, title: name }
  if (!options.caption) return { documentMessage: document } satisfies proto.IMessage
  return { documentWithCaptionMessage: { message: { documentMessage: document } } } satisfies proto.IMessage
}

export async function stickerContent(
  host: MediaHost,
  content: Buffer,
  { mime = 'image/webp' }: { mime?: string } = {},
) {
  const file = await upload(host, content, 'sticker')
  return { stickerMessage: { ...file, mimetype: mime } } satisfies proto.IMessage
}

function described({ mime, caption, jpegThumbnail }: FileOptions, usualMime: string) {
  return { mimetype: mime ?? usualMime, ...(caption && { caption }), ...(jpegThumbnail && { jpegThumbnail }) }
}

async function upload(host: MediaHost, content: Buffer, type: MediaType) {
  const { encFilePath, mediaKey, fileSha256, fileEncSha256, fileLength } = await encryptedStream(content, type)
  try {
    const token = fileEncSha256.toString('base64url')
    await host.take(token, Readable.toWeb(createReadStream(encFilePath)) as ReadableStream<Uint8Array>)
    const directPath = `/mms/${type}/${token}`
    const url = `https://${host.hostname}${directPath}`
    const mediaKeyTimestamp = Math.floor(Date.now() / 1000)
    return { url, directPath, mediaKey, fileSha256, fileEncSha256, fileLength, mediaKeyTimestamp }
  } finally {
    await rm(encFilePath, { force: true })
  }
}
