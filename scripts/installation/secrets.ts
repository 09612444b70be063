// Secrets of a one-machine installation: made once, kept beside the data, readable by the owner only. The environment wins.
// Invariant: the file is replaced as a whole, so that no crash loses a key that something is sealed with.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { newVapidKeys } from '../../db/src/node/vapid-keys.ts'
import { dataFolder } from '../paths.ts'

const names = ['JWT_SECRET', 'SESSION_KEYS_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const
type Secrets = Record<(typeof names)[number], string> & {
  /** While session keys are being rotated, separated by commas. */
  SESSION_KEYS_FORMER?: string
}

export async function loadSecrets(): Promise<Secrets> {
  const given = Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  return { ...(await keptSecrets(dataFolder)), ...given }
}

async function keptSecrets(folder: string): Promise<Secrets> {
  await mkdir(folder, { recursive: true })
  const stored = await read(folder)
  const kept: Secrets = {
    ...stored,
    JWT_SECRET: stored.JWT_SECRET ?? fresh(),
    SESSION_KEYS_SECRET: stored.SESSION_KEYS_SECRET ?? fresh(),
    ...vapidKeys(stored),
  }
  if (names.some((name) => stored[name] === undefined)) await write(folder, kept)
  return kept
}

/** A new key for what is stored, beside the one that it is sealed with. The same again until `forgetFormerKeys`. */
export async function beginNewKey(): Promise<Secrets> {
  const kept = await keptSecrets(dataFolder)
  if (kept.SESSION_KEYS_FORMER !== undefined) return kept
  const next = { ...kept, SESSION_KEYS_SECRET: fresh(), SESSION_KEYS_FORMER: kept.SESSION_KEYS_SECRET }
  await write(dataFolder, next)
  return next
}

/** Nothing is sealed with them any more. */
export async function forgetFormerKeys(): Promise<void> {
  const { SESSION_KEYS_FORMER: _, ...kept } = await keptSecrets(dataFolder)
  await write(dataFolder, kept)
}

/** Others for what nothing stored is sealed with: access tokens, so that everybody logs in again, and the pair for notifications. */
export async function renewOtherSecrets(): Promise<void> {
  const kept = await keptSecrets(dataFolder)
  await write(dataFolder, { ...kept, JWT_SECRET: fresh(), ...vapidKeys({}) })
}

const fileIn = (folder: string) => join(folder, 'secrets.json')

const content = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()))

/** As they are; none where there is no installation. @throws Error without a piece of the file, which the parser's own would quote */
export async function readSecrets(): Promise<Partial<Secrets>> {
  return read(dataFolder)
}

async function read(folder: string): Promise<Partial<Secrets>> {
  const file = fileIn(folder)
  if (!existsSync(file)) return {}
  const parsed = v.safeParse(content, await readFile(file, 'utf8'))
  if (!parsed.success) throw new Error(`${file} is damaged: put back the one of the last backup`)
  return parsed.output
}

async function write(folder: string, secrets: Secrets) {
  const next = `${fileIn(folder)}.new`
  await writeFile(next, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true })
  await rename(next, fileIn(folder))
}

const fresh = () => randomBytes(32).toString('base64')

/** A pair belongs together: other keys, and every device has to subscribe anew. */
function vapidKeys(stored: Partial<Secrets>) {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = stored
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY) return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }
  const { publicKey, privateKey } = newVapidKeys()
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
}
