// The content of files, between a media store and a backup. Its name is its hash, so that a copy is known to be good or broken, and what is there
// already is not copied again.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { mediaPath, type MediaKey, type MediaStore } from '../media/media-store.ts'
import { backupsIn, contentFolder, filesList, keyIn, keyLine, makePrivate } from './format.ts'
import type { Watch } from './tables.ts'

export type Copied = 'copied' | 'there' | 'missing'

/** Of the store's file into the backups' folder. A broken one is as good as none. */
export async function saveContent(
  media: MediaStore,
  folder: string,
  key: MediaKey,
  { progress, signal }: Watch,
): Promise<Copied> {
  const place = join(contentFolder(folder), mediaPath(key))
  if (existsSync(place)) return 'there'
  const content = await media.read(key)
  if (content === null) return 'missing'
  await makePrivate(dirname(place))
  const arriving = `${place}.arriving`
  const hash = createHash('sha256')
  try {
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          progress.touch()
          yield chunk
        }
      },
      createWriteStream(arriving, { mode: 0o600, flush: true }),
      { signal },
    )
  } catch (error) {
    if (!signal.aborted) await rm(arriving, { force: true })
    throw error
  }
  if (hash.digest('hex') !== key.hash) {
    await rm(arriving)
    return 'missing'
  }
  await rename(arriving, place)
  return 'copied'
}

/** Back into a store. */
export async function loadContent(media: MediaStore, folder: string, key: MediaKey): Promise<Copied> {
  const place = join(contentFolder(folder), mediaPath(key))
  if (!existsSync(place) || (await hashOf(place)) !== key.hash) return 'missing'
  await media.put(key, place)
  return 'copied'
}

async function hashOf(file: string) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export async function namedFiles(backup: string): Promise<MediaKey[]> {
  const text = await readFile(filesList(backup), 'utf8')
  return text.split('\n').filter(Boolean).map(keyIn)
}

/** Removes all but the newest `count` backups, and what none of those needs. Resolves with how many went. */
export async function keepNewest(folder: string, count: number): Promise<number> {
  const all = await backupsIn(folder)
  const old = all.slice(0, Math.max(0, all.length - count))
  for (const backup of old) await rm(backup, { recursive: true })
  if (old.length > 0) await removeUnnamed(folder)
  return old.length
}

async function removeUnnamed(folder: string) {
  const named = new Set<string>()
  for (const backup of await backupsIn(folder)) for (const key of await namedFiles(backup)) named.add(keyLine(key))
  const content = contentFolder(folder)
  if (!existsSync(content)) return
  for (const entry of await readdir(content, { recursive: true, withFileTypes: true })) {
    const companyId = entry.parentPath.slice(content.length + 1).split('/')[0] ?? ''
    if (entry.isFile() && !named.has(keyLine({ companyId, hash: entry.name })))
      await rm(join(entry.parentPath, entry.name))
  }
}
