// A whole file on this machine goes into a company's media store, its type read from the content. Uploads and received files end here.
// Invariants: a row of media_files stands only for content that is stored; doing it twice does no harm.
import { and, eq } from 'drizzle-orm'
import { fileTypeFromFile } from 'file-type'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { mediaTypeOf } from '../../media/media-type.ts'
import { mediaFiles, mediaUploads } from '../../media/table.ts'
import type { Database } from '../connect.ts'
import type { MediaKey, MediaStore } from './media-store.ts'
import { isShowable, pictureSize } from './picture-size.ts'

/** What browsers save rather than show. */
export const unknownType = 'application/octet-stream'

/** `path` holds what `key` names; that was checked. `userId`: who brought it; null: nobody may name it before a row does. */
export async function takeInFile(
  { db, media }: { db: Database; media: MediaStore },
  key: MediaKey,
  path: string,
  userId: string | null = null,
) {
  const [{ size }, mime] = await Promise.all([stat(path), typeOf(path)])
  const now = new Date()
  // First, so that it is not removed as something that nobody names: media/sweep-files.ts.
  await noteUse(db, key, now)
  await media.put(key, path)
  await db.orm
    .insert(mediaFiles)
    .values({ ...key, size, mime, createdAt: now, usedAt: now })
    .onConflictDoNothing()
  if (userId !== null) {
    await db.orm
      .insert(mediaUploads)
      .values({ ...key, userId, createdAt: now })
      .onConflictDoNothing()
  }
  return { size, mime }
}

/** Somebody is about to name a file that may be there. */
export async function noteUse({ orm }: Database, { companyId, hash }: MediaKey, now: Date) {
  const isIt = and(eq(mediaFiles.companyId, companyId), eq(mediaFiles.hash, hash))
  await orm.update(mediaFiles).set({ usedAt: now }).where(isIt)
}

export async function sha256Of(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** What says that it is a picture, and is none that could be shown, is a file like any other. */
async function typeOf(path: string) {
  const mime = await sniff(path)
  if (mediaTypeOf(mime) !== 'image') return mime
  const size = await pictureSize(path)
  return size && isShowable(size) ? mime : unknownType
}

/** Text has no signature that could be trusted: HTML and scripts look like it too. */
async function sniff(path: string) {
  const found = await fileTypeFromFile(path)
  return found === undefined || found.mime.startsWith('text/') ? unknownType : found.mime
}
