import { AppError } from 'db/kit/errors.ts'
import { expect, test } from 'vitest'
import { uploadFile } from './upload-file.ts'

const file = { hash: 'ab'.repeat(32), name: 'foto.png', blob: new Blob(['x']) }
const unstored = () => Response.json({ stored: false })

test('without a session nothing was said of the file: it is tried again', async () => {
  const overdue = new AppError('ERR_SUBSCRIPTION_EXPIRED')
  const options = {
    send: () => Promise.reject(overdue),
    signal: new AbortController().signal,
    onUrl: async () => undefined,
  }
  await expect(uploadFile(file, options)).rejects.toBe(overdue)
})

test('an upload that is gone is begun anew, and a line that is cut then says nothing of the file', async () => {
  const asked: string[] = []
  const options = {
    async send(path: string, { method = 'GET' }: RequestInit) {
      asked.push(method)
      if (method === 'GET') return unstored()
      if (method === 'HEAD') return new Response(null, { status: 404 })
      throw new TypeError('no network')
    },
    signal: new AbortController().signal,
    onUrl: async () => undefined,
  }
  const uploadUrl = `/api/uploads/${file.hash}-${'0'.repeat(32)}`
  await expect(uploadFile({ ...file, uploadUrl }, options)).rejects.toThrow('cut')
  expect(asked).toEqual(['GET', 'HEAD', 'POST'])
})

test('aborted, it ends, so that another may go on', async () => {
  const stop = new AbortController()
  const options = {
    async send(_path: string, { method = 'GET' }: RequestInit) {
      if (method === 'GET') return unstored()
      stop.abort()
      return new Promise<Response>(() => undefined)
    },
    signal: stop.signal,
    onUrl: async () => undefined,
  }
  await expect(uploadFile(file, options)).rejects.toMatchObject({ name: 'AbortError' })
})
