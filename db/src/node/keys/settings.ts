// The keys that encrypt secrets at rest, as the environment names them.
import { createSecretKey } from 'node:crypto'
import * as v from 'valibot'
import { readSettings } from '../settings.ts'
import { keyRing, type KeyRing } from './cipher.ts'

const keyBytes = (text: string) =>
  /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')

export const key32 = v.pipe(
  v.string(),
  v.trim(),
  v.transform(keyBytes),
  v.check((bytes) => bytes.length === 32, 'has to be 32 bytes in hex or base64'),
)

export const keySettings = {
  SESSION_KEYS_SECRET: key32,
  /** Before that one, separated by commas: read until `keys:rotate` has found none of their values. */
  SESSION_KEYS_FORMER: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').filter((each) => each.trim() !== '')),
      v.array(key32),
    ),
    '',
  ),
}

/** The key ring from settings as the environment has them. @throws SettingsError */
export const ringFrom = (source: object): KeyRing => ringOf(readSettings(v.object(keySettings), source))

export function ringOf(env: { SESSION_KEYS_SECRET: Buffer; SESSION_KEYS_FORMER: readonly Buffer[] }): KeyRing {
  return keyRing(
    createSecretKey(env.SESSION_KEYS_SECRET),
    env.SESSION_KEYS_FORMER.map((bytes) => createSecretKey(bytes)),
  )
}
