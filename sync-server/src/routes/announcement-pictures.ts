// GET /public/:hash: the picture of an announcement that is switched on, to anybody. Nothing else of the operator's store, and nothing of another's.
// Invariant: what is switched off is gone with the next request, so no cache may answer alone.
import { announcements } from 'db/announcements/table.ts'
import { AppError } from 'db/kit/errors.ts'
import { mediaHash } from 'db/media/media-args.ts'
import { mediaFiles } from 'db/media/table.ts'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import * as v from 'valibot'
import type { Services } from '../http/context.ts'

export function announcementPictures({ reads, media, logger }: Pick<Services, 'reads' | 'media' | 'logger'>) {
  const find = async (hash: string) => {
    if (!v.is(mediaHash, hash)) return undefined
    const [file] = await reads.orm
      .select({ companyId: mediaFiles.companyId, mime: mediaFiles.mime, size: mediaFiles.size })
      .from(announcements)
      .innerJoin(
        mediaFiles,
        and(eq(mediaFiles.companyId, announcements.companyId), eq(mediaFiles.hash, announcements.mediaHash)),
      )
      .where(and(eq(announcements.mediaHash, hash), eq(announcements.status, true)))
      .limit(1)
    return file
  }
  return new Hono().get('/:hash', async (c) => {
    const hash = c.req.param('hash')
    const file = await find(hash)
    if (!file) throw new AppError('ERR_NO_MEDIA_FOUND')
    const etag = `"${hash}"`
    c.header('cache-control', 'no-cache')
    c.header('etag', etag)
    c.header('x-content-type-options', 'nosniff')
    if (c.req.header('if-none-match') === etag) return c.body(null, 304)
    c.header('content-type', file.mime)
    c.header('content-length', String(file.size))
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const { companyId } = file
    const content = await media.read({ companyId, hash })
    if (!content) {
      logger.error({ companyId, hash }, 'a file is not in the media store')
      throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
    }
    return c.body(Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>)
  })
}
