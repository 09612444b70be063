// The superuser of an embedded Postgres: its password in a file beside the data, and the data of an earlier version taken over, whose
// superuser was `balcao` with a password that everybody knew.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { privateFolder } from '../private-folder.ts'

const user = 'postgres'
const before = { user: 'balcao', password: 'balcao' }
/** Renames the one that nobody can rename who is logged in as it. */
const helper = 'balcao_takeover'

export const superuserUrl = (port: number, password: string, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

/** Made at the first start in `folder`, which is then nobody else's to look into. */
export function keptPassword(folder: string): string {
  privateFolder(folder, { passage: true })
  const file = join(folder, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** Whether Postgres is there and knows another password. @throws when it does not answer. */
export async function refusesPassword(url: string): Promise<boolean> {
  try {
    await run(url, 'select 1')
    return false
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '28P01') return true
    throw error
  }
}

/**
 * Makes `url`'s user and password those of the superuser. Each step can be the last one before a crash: the next start goes on.
 * @throws Error when the data has neither the new password nor the old one.
 */
export async function ensureSuperuser(url: string): Promise<void> {
  if (await refusesPassword(url)) await takeOver(url)
  await run(url, `drop role if exists ${helper}`)
}

async function takeOver(url: string) {
  const { password } = new URL(url)
  const [asBefore, asHelper] = [as(url, before), as(url, { user: helper, password })]
  if (await refusesPassword(asHelper)) {
    if (await refusesPassword(asBefore))
      throw new Error('the password beside the data of Postgres is another one than it has')
    await run(asBefore, `drop role if exists ${helper}; create role ${helper} superuser login password '${password}'`)
  }
  await run(asHelper, `alter role ${before.user} rename to ${user}; alter role ${user} password '${password}'`)
}

function as(url: string, { user: username, password }: { user: string; password: string }) {
  return Object.assign(new URL(url), { username, password }).href
}

/** In one transaction. */
async function run(url: string, text: string) {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    await sql.unsafe(text)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
