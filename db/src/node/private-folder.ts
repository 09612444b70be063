// Folders that only their owner looks into. As root the embedded Postgres runs as the user postgres, who may pass through those above its own.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const isRoot = () => process.getuid?.() === 0

interface Ids {
  uid: number
  gid: number
}

/** Whom the embedded Postgres runs as; made where it is missing. Null: as whoever runs this. */
export function postgresUser(): Ids | null {
  if (!isRoot()) return null
  return idsOf('postgres') ?? makeUser('postgres')
}

function idsOf(user: string): Ids | null {
  const ask = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

function makeUser(user: string): Ids {
  execFileSync('groupadd', ['--force', user], { stdio: 'ignore' })
  execFileSync('useradd', ['-g', user, user], { stdio: 'ignore' })
  const made = idsOf(user)
  if (!made) throw new Error(`there is no user ${user} for Postgres to run as`)
  return made
}

/** Makes the folder, or closes it: nobody else reads or lists it. `passage` lets Postgres' user through to what is its own inside. */
export function privateFolder(folder: string, { passage = false } = {}): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const through = passage ? postgresUser() : null
  if (through) chownSync(folder, 0, through.gid)
  chmodSync(folder, through ? 0o710 : 0o700)
}

/** Takes from group and others what they may do with anything below `folder`, but not below what is in `except` (names in it). */
export function closeBelow(folder: string, except: readonly string[] = []): void {
  for (const name of readdirSync(folder)) {
    if (except.includes(name)) continue
    const path = join(folder, name)
    const entry = lstatSync(path)
    if (entry.isSymbolicLink()) continue
    chmodSync(path, entry.mode & 0o700)
    if (entry.isDirectory()) closeBelow(path)
  }
}
