// Job media.fetch: one received file comes from WhatsApp's host into the media store, and its message's row says so.
// Invariants: the fetch's row goes in the transaction in which the message has its file, or its reason for having none; before that, whoever
// dies leaves it to the next. The store names content by its hash, so doing it twice is the same as doing it once.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Agent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaFetches } from 'db/media/fetches-table.ts'
import { hasRoom } from 'db/media/quota.ts'
import { messages } from 'db/messages/table.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import { isPreview, pictureSize } from 'db/node/media/picture-size.ts'
import { takeInFile } from 'db/node/media/take-in-file.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import { download, FileGone, FileTooLarge } from './download.ts'
import { unsealFile, type ReceivedFile } from './received-file.ts'
import { receivedType } from './received-type.ts'

export const maxTries = 12
const maxBytes = 100 * 1024 * 1024

export interface FetchParts {
  db: Database
  jobs: Pick<Jobs, 'sendToConnection'>
  media: MediaStore
  agent: Agent
  /** Bytes that a company may keep; null: no limit. */
  quota: number | null
  keys: KeyRing
}

type Fetch = typeof mediaFetches.$inferSelect
type MediaError = 'expired' | 'too_large' | 'failed'

/** @throws when it is to be tried again later */
export async function fetchMedia(parts: FetchParts, messageId: string): Promise<void> {
  const fetch = await begin(parts.db, messageId)
  if (!fetch) return
  const folder = await mkdtemp(join(tmpdir(), 'media-'))
  try {
    const file = unsealFile(parts.keys, fetch, fetch.material)
    await takeInThumbnail(parts, fetch, file, folder)
    await takeInContent(parts, fetch, file, folder)
  } catch (error) {
    await afterFailure(parts, fetch, error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Counts the try, so that one that kills its worker is not tried for ever. */
async function begin({ orm }: Database, messageId: string) {
  const [fetch] = await orm
    .update(mediaFetches)
    .set({ tries: sql`${mediaFetches.tries} + 1`, updatedAt: new Date() })
    .where(eq(mediaFetches.messageId, messageId))
    .returning()
  return fetch
}

/** First, so that there is something to see while the rest comes, or when it doesn't. */
async function takeInThumbnail(parts: FetchParts, { companyId, messageId }: Fetch, file: ReceivedFile, folder: string) {
  const { jpegThumbnail: content } = file
  if (!content || content[0] !== 0xff || content[1] !== 0xd8) return
  const path = join(folder, 'thumbnail')
  await writeFile(path, content)
  const size = await pictureSize(path)
  if (!size || !isPreview(size)) return
  const hash = createHash('sha256').update(content).digest('hex')
  await takeInFile(parts, { companyId, hash }, path)
  await parts.db.orm
    .update(messages)
    .set({ thumbnailHash: hash, updatedAt: new Date() })
    .where(and(eq(messages.id, messageId), isNull(messages.thumbnailHash)))
}

async function takeInContent(parts: FetchParts, fetch: Fetch, file: ReceivedFile, folder: string) {
  if (file.length !== null && file.length > maxBytes) throw new FileTooLarge()
  if (!(await hasRoom(parts.db.orm, fetch.companyId, file.length ?? 0, parts.quota))) return putOff(parts.db, fetch)
  const { path, hash } = await download(file, parts.agent, folder, maxBytes)
  const { size, mime: sniffed } = await takeInFile(parts, { companyId: fetch.companyId, hash }, path)
  const { mediaType, mime } = receivedType(file.kind, sniffed)
  const found = { mediaHash: hash, mediaSize: size, mediaMime: mime, mediaType, mediaError: null }
  await finish(parts.db, fetch.messageId, found)
}

/** Its company has no room: the message says so, and the fetch is found again by whoever looks for forgotten ones. */
async function putOff({ orm }: Database, { messageId }: Fetch) {
  await orm.update(mediaFetches).set({ tries: 0 }).where(eq(mediaFetches.messageId, messageId))
  await orm
    .update(messages)
    .set({ mediaError: 'no_space', updatedAt: new Date() })
    .where(and(eq(messages.id, messageId), isNull(messages.mediaError)))
}

async function afterFailure({ db, jobs }: FetchParts, { messageId, connectionId, tries }: Fetch, error: unknown) {
  if (error instanceof FileTooLarge) return giveUp(db, messageId, 'too_large')
  const isGone = error instanceof FileGone
  if (tries >= maxTries) return giveUp(db, messageId, isGone ? 'expired' : 'failed')
  // Whoever holds the connection asks the phone to upload it again.
  if (isGone) {
    await db.orm.transaction((tx: ServerTx) =>
      jobs.sendToConnection(tx, connectionId, { name: 'media.renew', messageId }),
    )
  }
  throw error
}

/** The message will have no file. */
export const giveUp = (db: Database, messageId: string, mediaError: MediaError) => finish(db, messageId, { mediaError })

/** Once: a second fetch of the same finds no row of its own. */
function finish({ orm }: Database, messageId: string, change: Partial<typeof messages.$inferInsert>) {
  return orm.transaction(async (tx) => {
    const gone = await tx
      .delete(mediaFetches)
      .where(eq(mediaFetches.messageId, messageId))
      .returning({ id: mediaFetches.messageId })
    if (gone.length === 0) return
    await tx
      .update(messages)
      .set({ ...change, updatedAt: new Date() })
      .where(eq(messages.id, messageId))
  })
}
