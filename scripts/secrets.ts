// Secrets of a one-machine installation: made once, kept beside the data, readable by the owner only. The environment wins.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newVapidKeys } from '../db/src/node/vapid-keys.ts'
import { dataFolder } from './paths.ts'

const names = ['JWT_SECRET', 'SESSION_KEYS_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const
type Secrets = Record<(typeof names)[number], string>

export async function loadSecrets(): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json')
  await mkdir(dataFolder, { recursive: true })
  const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}
  const kept: Secrets = {
    JWT_SECRET: stored.JWT_SECRET ?? fresh(),
    SESSION_KEYS_SECRET: stored.SESSION_KEYS_SECRET ?? fresh(),
    ...vapidKeys(stored),
  }
  if (names.some((name) => stored[name] === undefined)) {
    await writeFile(file, JSON.stringify(kept, null, 2), { mode: 0o600 })
  }
  const given = Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  return { ...kept, ...given }
}

const fresh = () => randomBytes(32).toString('base64')

/** A pair belongs together: other keys, and every device has to subscribe anew. */
function vapidKeys(stored: Partial<Secrets>) {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = stored
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY) return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }
  const { publicKey, privateKey } = newVapidKeys()
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
}
