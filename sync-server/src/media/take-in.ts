// The end of an upload: what arrived is checked, its type is read from the content, it goes into the company's media store.
// Invariants: a row of media_files stands only for content that is whole and stored; doing all of it twice does no harm.
import { AppError } from 'db/kit/errors.ts'
import { mediaFiles } from 'db/media/table.ts'
import type { MediaKey } from 'db/node/media-store.ts'
import { fileTypeFromFile } from 'file-type'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../http/context.ts'

/** What browsers save rather than show. */
export const unknownType = 'application/octet-stream'

/** Takes the file at `path` in under `key`. @throws AppError ERR_MEDIA_CORRUPTED when it is not what the hash names. */
export async function takeIn({ db, media }: Services, key: MediaKey, path: string): Promise<void> {
  if ((await sha256Of(path)) !== key.hash) throw new AppError('ERR_MEDIA_CORRUPTED')
  const [{ size }, mime] = await Promise.all([stat(path), sniff(path)])
  await media.put(key, path)
  const row = { ...key, size, mime, createdAt: new Date() }
  await db.orm.insert(mediaFiles).values(row).onConflictDoNothing()
}

async function sha256Of(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Text has no signature that could be trusted: HTML and scripts look like it too. */
async function sniff(path: string) {
  const found = await fileTypeFromFile(path)
  return found === undefined || found.mime.startsWith('text/') ? unknownType : found.mime
}
