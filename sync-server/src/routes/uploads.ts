// /api/uploads: resumable uploads by the tus protocol (tus.io, 1.0). The device announces length and SHA-256, sends chunks, and after a
// cut asks by HEAD where to go on. Each chunk is authorised by itself, so an upload may outlive its access token.
// Invariants: an upload lives in its company's folder, so to others it doesn't exist; ids are ours, the client's file name is never a path; who
// names a hash without having its content has uploaded nothing, whether or not the file is there.
import { FileStore } from '@tus/file-store'
import { ERRORS, MemoryLocker, Server } from '@tus/server'
import type { UserActor } from 'db/kit/actor.ts'
import { AppError, isErrorCode, type ErrorCode } from 'db/kit/errors.ts'
import { mediaHash } from 'db/media/media-args.ts'
import { assertRoom } from 'db/media/quota.ts'
import { quotaBytes } from 'db/node/media/media-store.ts'
import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { requireGoodStanding } from '../http/login/require-session.ts'
import { unfinishedUploads } from '../media/sweep-uploads.ts'
import { takeIn } from '../media/take-in.ts'
import { findMediaFile } from './media.ts'

const uploadsPath = '/api/uploads'

/** The content's hash, so that an upload can be recognised when it is done and gone; then what tells two uploads of it apart. */
const uploadId = /^([0-9a-f]{64})-[0-9a-f]{32}$/
const hashOf = (id: string) => uploadId.exec(id)?.[1]

/** Uploads that one person, and one company, may have begun: a device sends its files one by one. */
const mostUnfinished = { ofUser: 40, ofCompany: 200 }

export function uploadRoutes(services: Services) {
  const folders = new Map<string, Promise<CompanyUploads>>()
  const uploadsOf = (companyId: string) => {
    const known = folders.get(companyId) ?? openUploads(services, companyId)
    folders.set(companyId, known)
    // A disk that failed may be back at the next try.
    known.catch(() => folders.delete(companyId))
    return known
  }
  const app = new Hono<Authenticated>()
  app.use(requireGoodStanding)
  app.on(['POST', 'PATCH', 'DELETE', 'GET'], ['/', '/:id'], async (c) => {
    // What tus would answer to GET is the half-finished content.
    if (c.req.method === 'GET') throw new AppError('ERR_NOT_FOUND')
    const actor = c.get('actor')
    const uploads = await uploadsOf(actor.companyId)
    const answer = await (c.req.method === 'HEAD'
      ? uploads.position(c.req.raw, actor)
      : uploads.handle(c.req.raw, actor))
    return answer.status < 400 ? answer : refused(c, answer)
  })
  return app
}

interface CompanyUploads {
  handle(request: Request, actor: UserActor): Promise<Response>
  /** HEAD: how much of it is here. */
  position(request: Request, actor: UserActor): Promise<Response>
}

async function openUploads(services: Services, companyId: string): Promise<CompanyUploads> {
  const { env, logger, db } = services
  const directory = join(env.UPLOADS_DIR, companyId)
  await mkdir(directory, { recursive: true })
  const datastore = new FileStore({ directory })
  const takeInUpload = async (id: string, hash: string, userId: string) => {
    try {
      await takeIn(services, { companyId, hash }, join(directory, id), userId)
    } catch (error) {
      // With the right content it is a new upload; after a failure of ours the next HEAD finishes it.
      if (error instanceof AppError) await datastore.remove(id)
      throw error
    }
    await datastore.remove(id)
  }
  const finishing = new Map<string, Promise<void>>()
  /** Once, however many ask: tus unlocks after the last byte, and whoever asks by HEAD then finds the whole that its PATCH still takes in. */
  const finish = (id: string, hash: string, userId: string) => {
    const running = finishing.get(id) ?? takeInUpload(id, hash, userId).finally(() => finishing.delete(id))
    finishing.set(id, running)
    return running
  }
  /** tus hands its hooks the request alone. */
  const askedBy = new WeakMap<Request, UserActor>()
  const actorOf = (request: Request) => {
    const actor = askedBy.get(request)
    if (!actor) throw new Error('an upload of nobody')
    return actor
  }
  const stored = async (hash: string, actor: UserActor) => {
    const file = await findMediaFile(db, actor, hash)
    return file && positionAt(file.size)
  }
  const server = new Server({
    path: uploadsPath,
    relativeLocation: true,
    datastore,
    locker: new MemoryLocker(),
    maxSize: env.MAX_UPLOAD_MB * 1024 * 1024,
    // None: without it tus allows every origin.
    allowedOrigins: [],
    namingFunction: (_request, metadata) => newUploadId(metadata?.['sha256']),
    async onUploadCreate(request, { size, metadata }) {
      // An empty file is none, and one whose length nobody tells could be as long as it likes.
      if (!size) throw new AppError('ERR_VALIDATION')
      const { userId } = actorOf(request)
      const unfinished = await unfinishedUploads(directory)
      const own = unfinished.filter((upload) => upload.userId === userId)
      if (own.length >= mostUnfinished.ofUser || unfinished.length >= mostUnfinished.ofCompany)
        throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfter: 60 })
      const announced = unfinished.reduce((sum, upload) => sum + upload.size, size)
      await assertRoom(db.orm, companyId, announced, quotaBytes(env))
      return { metadata: { ...metadata, userId } }
    },
    getFileIdFromRequest: (_request, lastPath = '') => uploadId.exec(lastPath)?.[0],
    async onUploadFinish(request, { id }) {
      await finish(id, hashOf(id) ?? '', actorOf(request).userId)
      return {}
    },
    onResponseError(_request, error) {
      if (error instanceof AppError) return { status_code: error.status, body: error.code }
      // Nothing is wrong with what was sent: the line was cut, or the device asks anew where to go on.
      if (error === ERRORS.ABORTED) return { ...ERRORS.INVALID_OFFSET }
      if (error instanceof Error) logger.error({ err: error }, 'upload failed')
      return undefined
    },
  })
  return {
    handle(request, actor) {
      askedBy.set(request, actor)
      return server.handleWeb(request)
    },
    async position(request, actor) {
      const id = uploadId.exec(new URL(request.url).pathname.split('/').at(-1) ?? '')
      const [name, hash = ''] = id ?? []
      // The answer to its last chunk was lost, or a colleague was faster.
      const there = await stored(hash, actor)
      if (there) return there
      const answer = await server.handleWeb(request)
      // It was taken in since it was asked for above.
      if (!answer.ok) return (await stored(hash, actor)) ?? answer
      // The server ended between the last byte and taking it in, or is taking it in.
      if (name && isWhole(answer)) await finish(name, hash, actor.userId)
      return answer
    },
  }
}

function newUploadId(hash: unknown) {
  if (!v.is(mediaHash, hash)) throw new AppError('ERR_VALIDATION')
  return `${hash}-${randomBytes(16).toString('hex')}`
}

const isWhole = ({ headers }: Response) => headers.get('upload-offset') === headers.get('upload-length')

function positionAt(size: number) {
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(size), 'upload-length': String(size) }
  return new Response(null, { headers: { ...headers, 'cache-control': 'no-store' } })
}

const codes: Record<number, ErrorCode> = {
  404: 'ERR_NOT_FOUND',
  410: 'ERR_NOT_FOUND',
  413: 'ERR_MEDIA_TOO_LARGE',
  500: 'ERR_INTERNAL',
}

/** tus' own refusals in the API's words; its status and headers are part of the protocol. */
async function refused(c: Context, answer: Response) {
  const said = await answer.text()
  const code = isErrorCode(said) ? said : (codes[answer.status] ?? 'ERR_VALIDATION')
  const headers = { 'tus-resumable': '1.0.0' }
  return c.json({ error: code }, answer.status as ContentfulStatusCode, headers)
}
