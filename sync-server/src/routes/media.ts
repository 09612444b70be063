// GET and HEAD /api/media/:hash: a company's file, to whoever brought it or may read a row that has it; to any other it is not found.
// GET …/stored: whether it is there for them to be named, which a device asks before it uploads; that it is not is an answer like the other, and no failure.
// Invariant: nothing that a browser could run is shown inside the app: what is no picture, sound or film is a download.
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { readableFile } from 'db/media/access.ts'
import { mediaHash } from 'db/media/media-args.ts'
import { mediaTypeOf } from 'db/media/media-type.ts'
import { mediaFiles } from 'db/media/table.ts'
import type { Database } from 'db/node/connect.ts'
import { noteUse } from 'db/node/media/take-in-file.ts'
import { Hono } from 'hono'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import * as v from 'valibot'
import { byteRange } from '../http/byte-range.ts'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'

export const mediaDocs: readonly RouteDoc[] = [
  {
    method: 'get',
    path: '/media/:hash',
    summary: 'A file by its SHA-256; ranges; HEAD asks whether it is there',
    status: 200,
  },
  {
    method: 'get',
    path: '/media/:hash/stored',
    summary: 'Whether a file is there, for who is about to upload and name it',
    status: 200,
    answer: v.strictObject({ stored: v.boolean() }),
  },
]

export function mediaRoutes({ db, media, logger }: Services) {
  const find = async (actor: UserActor, hash: string) => {
    const key = { companyId: actor.companyId, hash }
    return { key, file: v.is(mediaHash, hash) ? await findMediaFile(db, actor, hash) : undefined }
  }
  const app = new Hono<Authenticated>()
  app.get('/:hash/stored', async (c) => {
    const { key, file } = await find(c.get('actor'), c.req.param('hash'))
    if (file) await noteUse(db, key, new Date())
    return c.json({ stored: file !== undefined })
  })
  return app.get('/:hash', async (c) => {
    const { key, file } = await find(c.get('actor'), c.req.param('hash'))
    if (!file) throw new AppError('ERR_NO_MEDIA_FOUND')
    const etag = `"${key.hash}"`
    for (const [name, value] of Object.entries(headersOf(file.mime, etag))) c.header(name, value)
    if (c.req.header('if-none-match') === etag) return c.body(null, 304)

    const range = byteRange(c.req.header('range'), file.size)
    if (range === 'unsatisfiable') {
      c.header('content-range', `bytes */${file.size}`)
      return c.body(null, 416)
    }
    c.header('content-length', String(range ? range.end - range.start + 1 : file.size))
    if (range) c.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    if (c.req.method === 'HEAD') {
      // Whoever asks is about to name it.
      await noteUse(db, key, new Date())
      return c.body(null, range ? 206 : 200)
    }
    const content = await media.read(key, range ?? undefined)
    if (!content) {
      logger.error(key, 'a file is not in the media store')
      throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
    }
    return c.body(Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>, range ? 206 : 200)
  })
}

/** None that they may not read. */
export async function findMediaFile({ orm }: Database, actor: UserActor, hash: string) {
  const [file] = await orm
    .select({ mime: mediaFiles.mime, size: mediaFiles.size })
    .from(mediaFiles)
    .where(readableFile(orm, actor, hash))
  return file
}

const headersOf = (mime: string, etag: string) => ({
  'content-type': mime,
  'content-disposition': mediaTypeOf(mime) === 'application' ? 'attachment' : 'inline',
  'x-content-type-options': 'nosniff',
  // It may be kept, but shown again only to whoever has a session now.
  'cache-control': 'private, no-cache',
  vary: 'authorization',
  etag,
  'accept-ranges': 'bytes',
})
