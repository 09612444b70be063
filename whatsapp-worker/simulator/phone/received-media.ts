// The file of a message, as a phone opens it: fetched from the media host, checked against the hashes in the message, decrypted.
// The phone keeps the key, and decrypts again whenever somebody looks.

import { normalizeMessageContent } from '@whiskeysockets/baileys'
import type { proto } from '@whiskeysockets/baileys'
import { createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { tokenIn, type MediaHost } from '../server/media-host.ts'

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

export interface ReceivedMedia {
  kind: MediaKind
  mime: string
  fileName?: string
  size: number
  /** SHA-256 of the decrypted content, in hex; missing when the file could not be opened. */
  sha256?: string
  /** Where the media host has it. */
  token: string
  key: Uint8Array
}

const KEY_INFO: Record<MediaKind, string> = {
  image: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  sticker: 'WhatsApp Image Keys',
}
const MAC_LENGTH = 10

interface MediaNode {
  mimetype?: string | null
  fileName?: string | null
  caption?: string | null
  directPath?: string | null
  mediaKey?: Uint8Array | null
  fileSha256?: Uint8Array | null
}

export function mediaIn(message: proto.IMessage): { kind: MediaKind; node: MediaNode } | undefined {
  const content = normalizeMessageContent(message)
  if (content?.imageMessage) return { kind: 'image', node: content.imageMessage }
  if (content?.videoMessage) return { kind: 'video', node: content.videoMessage }
  if (content?.audioMessage) return { kind: 'audio', node: content.audioMessage }
  if (content?.documentMessage) return { kind: 'document', node: content.documentMessage }
  if (content?.stickerMessage) return { kind: 'sticker', node: content.stickerMessage }
  return undefined
}

export function receiveMedia(message: proto.IMessage, host: MediaHost): ReceivedMedia | undefined {
  const media = mediaIn(message)
  if (!media) return undefined
  const { kind, node } = media
  const received = {
    kind,
    mime: node.mimetype ?? '',
    token: tokenIn(node.directPath ?? ''),
    key: node.mediaKey ?? new Uint8Array(),
  }
  const content = openMedia(received, host)
  const hash = content && createHash('sha256').update(content).digest()
  const isWhole = hash && Buffer.from(node.fileSha256 ?? []).equals(hash)
  return {
    ...received,
    size: content?.length ?? 0,
    ...(node.fileName && { fileName: node.fileName }),
    ...(isWhole && { sha256: hash.toString('hex') }),
  }
}

/** The decrypted content; undefined when it is not on the host or was not made with this key. */
export function openMedia(
  { kind, token, key }: Pick<ReceivedMedia, 'kind' | 'token' | 'key'>,
  host: MediaHost,
): Buffer | undefined {
  const file = host.read(token)
  if (!file || file.length < MAC_LENGTH) return undefined
  const keys = Buffer.from(hkdfSync('sha256', key, '', KEY_INFO[kind], 112))
  const [iv, cipherKey, macKey] = [keys.subarray(0, 16), keys.subarray(16, 48), keys.subarray(48, 80)]
  const encrypted = file.subarray(0, -MAC_LENGTH)
  const mac = createHmac('sha256', macKey).update(iv).update(encrypted).digest().subarray(0, MAC_LENGTH)
  if (!mac.equals(file.subarray(-MAC_LENGTH))) return undefined
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}
