// Values as databases of earlier versions hold them.
import { createCipheriv, randomBytes, type KeyObject } from 'node:crypto'

/** As it was done before keys had ids. */
export function sealWithoutId(key: KeyObject, at: string, text: string) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 }).setAAD(Buffer.from(at))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(1), iv, cipher.getAuthTag(), body])
}
