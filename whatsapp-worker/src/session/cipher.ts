// Encryption of session keys at rest. A value is readable only in the row it was written for: connection, type and id are bound to it.
// Layout: version 1 | 12 bytes IV | 16 bytes tag | ciphertext, AES-256-GCM.
import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'

const version = 1
const ivLength = 12
const tagLength = 16
const headerLength = 1 + ivLength + tagLength

/** Where a value belongs: `connection/type/id`. */
export type Place = string

export function seal(key: KeyObject, place: Place, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength }).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
}

/** @throws when the key is another one or the value was moved or changed. */
export function unseal(key: KeyObject, place: Place, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  if (bytes[0] !== version || bytes.length < headerLength) throw new Error('session key of an unknown version')
  const iv = bytes.subarray(1, 1 + ivLength)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength }).setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(1 + ivLength, headerLength))
  return Buffer.concat([decipher.update(bytes.subarray(headerLength)), decipher.final()]).toString('utf8')
}
