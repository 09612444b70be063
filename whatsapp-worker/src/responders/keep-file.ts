// Files that are answered with, into the company's media store, as long as the company has room: what comes from others' machines counts as what
// customers send.
import { hasRoom } from 'db/media/quota.ts'
import type { MediaKey } from 'db/node/media/media-store.ts'
import { sha256Of, takeInFile } from 'db/node/media/take-in-file.ts'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResponderParts } from './responder.ts'

type Parts = Pick<ResponderParts, 'db' | 'media' | 'quota' | 'log'>

/** Its hash there; null: there is no room. */
export async function keepContent(parts: Parts, companyId: string, content: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-answer-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, content, { mode: 0o600 })
    const key = { companyId, hash: await sha256Of(path) }
    return (await keepFile(parts, key, path)) ? key.hash : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `path` holds what `key` names. False: there is no room. */
export async function keepFile(parts: Parts, key: MediaKey, path: string): Promise<boolean> {
  const { size } = await stat(path)
  if (!(await hasRoom(parts.db.orm, key.companyId, size, parts.quota))) {
    parts.log.warn({ companyId: key.companyId, size }, 'no room for a file that is answered with')
    return false
  }
  await takeInFile(parts, key, path)
  return true
}
