// Secrets of a one-machine installation: made once, kept beside the data, readable by the owner only. The environment wins.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFolder } from './paths.ts'

const names = ['JWT_SECRET', 'SESSION_KEYS_SECRET'] as const
type Secrets = Record<(typeof names)[number], string>

export async function loadSecrets(): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json')
  await mkdir(dataFolder, { recursive: true })
  const stored: Partial<Secrets> = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}
  const fresh = () => randomBytes(32).toString('base64')
  const kept: Secrets = {
    JWT_SECRET: stored.JWT_SECRET ?? fresh(),
    SESSION_KEYS_SECRET: stored.SESSION_KEYS_SECRET ?? fresh(),
  }
  if (names.some((name) => stored[name] === undefined)) {
    await writeFile(file, JSON.stringify(kept, null, 2), { mode: 0o600 })
  }
  const given = Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  return { ...kept, ...given }
}
