// The end of an upload: what arrived is checked against the name it was announced by, then it goes into the company's media store.
import { AppError } from 'db/kit/errors.ts'
import type { MediaKey } from 'db/node/media/media-store.ts'
import { sha256Of, takeInFile } from 'db/node/media/take-in-file.ts'
import type { Services } from '../http/context.ts'

/** Takes the file at `path`, which the person brought, in under `key`. @throws AppError ERR_MEDIA_CORRUPTED when it is not what the hash names. */
export async function takeIn(services: Services, key: MediaKey, path: string, userId: string): Promise<void> {
  if ((await sha256Of(path)) !== key.hash) throw new AppError('ERR_MEDIA_CORRUPTED')
  await takeInFile(services, key, path, userId)
}
