import { AppError } from 'db/kit/errors.ts'
import { expect, test } from 'vitest'
import { uploadFile } from './upload-file.ts'

test('without a session nothing was said of the file: it is tried again', async () => {
  const overdue = new AppError('ERR_SUBSCRIPTION_EXPIRED')
  const file = { hash: 'ab'.repeat(32), name: 'foto.png', blob: new Blob(['x']) }
  const options = {
    send: () => Promise.reject(overdue),
    signal: new AbortController().signal,
    onUrl: async () => undefined,
  }
  await expect(uploadFile(file, options)).rejects.toBe(overdue)
})
