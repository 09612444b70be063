// A file of a form goes into the company's media store, known by its hash.
import { AppError } from 'db/kit/errors.ts'
import { assertRoom } from 'db/media/quota.ts'
import { quotaBytes } from 'db/node/media/media-store.ts'
import { sha256Of, takeInFile } from 'db/node/media/take-in-file.ts'
import type { Services } from '../http/context.ts'
import type { ReceivedFile, ReceivedForm } from './receive-form.ts'

/** @throws AppError ERR_VALIDATION naming the field, when it has no file or an empty one. */
export function fileIn({ files }: ReceivedForm, field: string): ReceivedFile {
  const [file] = files[field] ?? []
  if (!file || file.size === 0) throw new AppError('ERR_VALIDATION', { fields: { [field]: ['Required'] } })
  return file
}

interface Owner {
  companyId: string
  /** Who brought it; none: another system. */
  userId?: string
}

/** As the columns of a row that keeps a file ready. @throws AppError ERR_STORAGE_FULL */
export async function storeFile(
  services: Services,
  { companyId, userId }: Owner,
  { name, path, size: bytes }: ReceivedFile,
) {
  await assertRoom(services.db.orm, companyId, bytes, quotaBytes(services.env))
  const hash = await sha256Of(path)
  const { size, mime } = await takeInFile(services, { companyId, hash }, path, userId)
  return { mediaHash: hash, mediaName: name, mediaMime: mime, mediaSize: size }
}
