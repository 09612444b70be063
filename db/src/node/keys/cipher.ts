// Encryption of secrets at rest. A value is readable only in the row it was written for, and says which key it was sealed with, so that keys
// can be changed (rotate.ts): new values get the current key, values of former ones are read until there are none.
// Layout: version 2 | 4 bytes id of the key | 12 bytes IV | 16 bytes tag | ciphertext, AES-256-GCM. Version 1 is from before keys had ids.
import { createCipheriv, createDecipheriv, createHmac, randomBytes, type KeyObject } from 'node:crypto'

const [withoutId, withId] = [1, 2]
const idLength = 4
const ivLength = 12
const tagLength = 16

/** Where a value belongs: `connection/type/id`. */
export type Place = string

interface NamedKey {
  id: Buffer
  key: KeyObject
}

export interface KeyRing {
  current: NamedKey
  /** The current one first. */
  all: readonly NamedKey[]
}

export function keyRing(currentKey: KeyObject, former: readonly KeyObject[] = []): KeyRing {
  const current = named(currentKey)
  return { current, all: [current, ...former.map(named)] }
}

/** The id follows from the key and tells nothing of it: two installations' settings can't name the same key differently. */
function named(key: KeyObject): NamedKey {
  return { id: createHmac('sha256', key).update('balcao key id').digest().subarray(0, idLength), key }
}

/** As text, for people and leases. */
export const currentKeyId = ({ current }: KeyRing) => current.id.toString('hex')

/** What every value begins with that was sealed with the current key. */
export const headOf = ({ current }: KeyRing) => Buffer.concat([Buffer.of(withId), current.id])

export function seal(ring: KeyRing, place: Place, text: string): Buffer {
  const [head, iv] = [headOf(ring), randomBytes(ivLength)]
  const cipher = createCipheriv('aes-256-gcm', ring.current.key, iv, { authTagLength: tagLength })
  cipher.setAAD(Buffer.concat([head, Buffer.from(place)]))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([head, iv, cipher.getAuthTag(), body])
}

/** @throws when it was sealed with a key that is not in the ring, or was moved or changed. */
export function unseal(ring: KeyRing, place: Place, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const headLength = bytes[0] === withId ? 1 + idLength : 1
  if ((bytes[0] !== withId && bytes[0] !== withoutId) || bytes.length < headLength + ivLength + tagLength) {
    throw new Error('a sealed value of an unknown version')
  }
  const keys = bytes[0] === withId ? ring.all.filter(({ id }) => id.equals(bytes.subarray(1, headLength))) : ring.all
  const aad = Buffer.concat([bytes[0] === withId ? bytes.subarray(0, headLength) : Buffer.alloc(0), Buffer.from(place)])
  for (const { key } of keys) {
    const text = opened(key, aad, bytes.subarray(headLength))
    if (text !== null) return text
  }
  throw new Error(
    keys.length === 0 ? 'a value was sealed with a key that is not configured' : 'a sealed value does not open here',
  )
}

/** Null with another key, or when it was moved or changed. */
function opened(key: KeyObject, aad: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
  decipher.setAAD(aad).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
