// What a received message says of its file: where WhatsApp has it and by which key it opens. Kept until the file is fetched, encrypted
// with the worker's key and bound to its message's row: who reads the database can't fetch what customers sent.
import type { WAMessageKey } from '@whiskeysockets/baileys'
import type { InboundFile, InboundMessage } from 'db/messages/inbound.ts'
import * as v from 'valibot'
import { seal, unseal, type KeyRing } from 'db/node/keys/cipher.ts'
import { ownAddressOf } from '../outbound/address-book.ts'

export const fileKinds = ['image', 'video', 'audio', 'document', 'sticker'] as const
export type FileKind = (typeof fileKinds)[number]

export interface ReceivedFile {
  kind: FileKind
  /** The message's key, by which the phone is asked for the file again when WhatsApp has it no more. */
  key: WAMessageKey
  mediaKey: Uint8Array
  directPath: string | null
  url: string | null
  /** SHA-256 of the decrypted content. */
  fileSha256: Uint8Array | null
  /** SHA-256 of the encrypted content, which WhatsApp has. */
  fileEncSha256: Uint8Array | null
  /** Bytes, as the sender says. */
  length: number | null
  /** WhatsApp's own small JPEG. */
  jpegThumbnail: Uint8Array | null
}

/** `message`'s own; who has it on their phone is asked for it by this key. */
export function receivedFile(message: InboundMessage, file: InboundFile): ReceivedFile {
  const { kind, mediaKey, directPath, url, fileSha256, fileEncSha256, size: length, thumbnail: jpegThumbnail } = file
  if (mediaKey === null) throw new Error('a file without its key is not fetched')
  const { whatsappId: id, fromMe, contact, participant } = message
  const remoteJid = ownAddressOf(contact)
  const key = {
    remoteJid,
    fromMe,
    id,
    ...(participant && { participant: ownAddressOf({ ...participant, isGroup: false }) }),
  }
  return { kind, key, mediaKey, directPath, url, fileSha256, fileEncSha256, length, jpegThumbnail }
}

const text = v.nullable(v.string())
const bytes = v.pipe(
  v.string(),
  v.transform((base64) => new Uint8Array(Buffer.from(base64, 'base64'))),
)
const schema = v.object({
  kind: v.picklist(fileKinds),
  key: v.object({ remoteJid: text, fromMe: v.boolean(), id: text, participant: text }),
  mediaKey: bytes,
  directPath: text,
  url: text,
  fileSha256: v.nullable(bytes),
  fileEncSha256: v.nullable(bytes),
  length: v.nullable(v.number()),
  jpegThumbnail: v.nullable(bytes),
})

interface Place {
  connectionId: string
  messageId: string
}

export const placeOf = ({ connectionId, messageId }: Place) => `${connectionId}/media/${messageId}`

export function sealFile(keys: KeyRing, place: Place, file: ReceivedFile): string {
  const { key } = file
  const plain = {
    ...file,
    key: {
      remoteJid: key.remoteJid ?? null,
      fromMe: key.fromMe ?? false,
      id: key.id ?? null,
      participant: key.participant ?? null,
    },
    mediaKey: base64(file.mediaKey),
    fileSha256: file.fileSha256 && base64(file.fileSha256),
    fileEncSha256: file.fileEncSha256 && base64(file.fileEncSha256),
    jpegThumbnail: file.jpegThumbnail && base64(file.jpegThumbnail),
  }
  return seal(keys, placeOf(place), JSON.stringify(plain)).toString('base64')
}

/** @throws when it was sealed by another key or for another row */
export function unsealFile(keys: KeyRing, place: Place, material: string): ReceivedFile {
  return v.parse(schema, JSON.parse(unseal(keys, placeOf(place), Buffer.from(material, 'base64'))))
}

const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64')
