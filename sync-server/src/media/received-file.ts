// A file that came in one multipart request, for callers of the API without tus: into the company's media store, known by its hash.
import { AppError } from 'db/kit/errors.ts'
import { assertRoom } from 'db/media/quota.ts'
import { quotaBytes } from 'db/node/media-store.ts'
import { sha256Of, takeInFile } from 'db/node/take-in-file.ts'
import type { Context } from 'hono'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Authenticated, Services } from '../http/context.ts'

/** The fields of a multipart body, each as a list. @throws AppError ERR_VALIDATION when it is none. */
export async function readMultipart(c: Context<Authenticated>): Promise<Record<string, (string | File)[]>> {
  try {
    const body = await c.req.parseBody({ all: true })
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, [value].flat()]))
  } catch {
    throw new AppError('ERR_VALIDATION', { root: ['multipart'] })
  }
}

/** @throws AppError ERR_VALIDATION naming the field. */
export function fileIn(body: Record<string, (string | File)[]>, field: string): File {
  const file = body[field]?.find((value) => value instanceof File)
  if (!file || file.size === 0) throw new AppError('ERR_VALIDATION', { fields: { [field]: ['Required'] } })
  return file
}

/** As the columns of a row that keeps a file ready. @throws AppError ERR_STORAGE_FULL */
export async function storeFile(services: Services, companyId: string, file: File) {
  await assertRoom(services.db.orm, companyId, file.size, quotaBytes(services.env))
  const folder = await mkdtemp(join(tmpdir(), 'balcao-received-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, file.stream())
    const hash = await sha256Of(path)
    const { size, mime } = await takeInFile(services, { companyId, hash }, path)
    return { mediaHash: hash, mediaName: nameOf(file), mediaMime: mime, mediaSize: size }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Keeps the end, which tells what it is. */
const nameOf = ({ name }: File) => name.trim().slice(-255).trim() || 'file'
