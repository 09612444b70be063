import { AppError } from 'db/kit/errors.ts'
import { Hono } from 'hono'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readForm, receiveForm, type ReceivedForm } from './receive-form.ts'

const limit = 4 * 1024 * 1024
const boundary = 'xYz'
const type = `multipart/form-data; boundary=${boundary}`
let last: ReceivedForm | undefined

const app = new Hono()
app.onError((error, c) => c.json({ error: error instanceof AppError ? error.code : String(error) }, 400))
app.post('/', (c) =>
  receiveForm(c, limit, async (form) => {
    last = form
    const files = Object.entries(form.files).flatMap(([field, all]) => all.map((file) => ({ field, ...file })))
    const read = files.map(async ({ path, ...file }) => ({ ...file, content: await readFile(path, 'utf8') }))
    return c.json({ texts: form.texts, files: await Promise.all(read) })
  }),
)

const post = (body: string | FormData, headers: Record<string, string> = {}) =>
  app.request('/', { method: 'POST', headers, body })
const part = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const end = `--${boundary}--\r\n`

/** In pieces, as a network brings them. */
function pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
      controller.close()
    },
  })
}
const stream = (text: string, size = 1000) =>
  app.request('/', { method: 'POST', headers: { 'content-type': type }, body: pieces(text, size), duplex: 'half' })

test('texts and files come in their order, whatever they are called', async () => {
  const form = new FormData()
  form.append('body', 'primeiro')
  form.append('medias', new File(['um'], '../../etc/pão.txt'))
  form.append('body', 'segundo')
  form.append('medias', new File(['dois'], ''))
  form.append('__proto__', 'x')
  const answer = await post(form)
  expect(await answer.json()).toMatchObject({
    texts: { body: ['primeiro', 'segundo'] },
    files: [
      { field: 'medias', name: 'pão.txt', content: 'um', size: 2 },
      { name: 'file', content: 'dois' },
    ],
  })
  expect(last?.files['medias']?.some(({ path }) => existsSync(path))).toBe(false)
})

test('a form says the same in whatever pieces it comes', async () => {
  const text = part('name="body"', 'açaí') + part('name="medias"; filename="um.txt"', 'x'.repeat(3000)) + end
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4000 }), async (size) => {
      const answer = await stream(text, size)
      expect(await answer.json()).toMatchObject({ texts: { body: ['açaí'] }, files: [{ size: 3000 }] })
    }),
    { numRuns: 25 },
  )
})

test.each([
  ['ends within a text', part('name="body"', 'açaí').slice(0, -4)],
  ['ends within a file', part('name="medias"; filename="um.txt"', 'um').slice(0, -4)],
  ['ends before its end', part('name="body"', 'x')],
  ['is nothing', ''],
  ['is something else', '{"body":"x"}'],
])('a form that %s is refused', async (_how, text) => {
  const answer = await stream(text)
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'ERR_VALIDATION' }])
})

test('what is no form is refused', async () => {
  for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'multipart/form-data' }, {}]) {
    expect(await (await post('{}', headers as Record<string, string>)).json()).toEqual({ error: 'ERR_VALIDATION' })
  }
})

test('neither as much nor as many as one likes', async () => {
  const file = (size: number) => part('name="medias"; filename="a"', 'x'.repeat(size))
  const refused = async (answer: Response) => ((await answer.json()) as { error?: string }).error
  expect(await refused(await stream(file(limit) + end, 65_536))).toBe('ERR_MEDIA_TOO_LARGE')
  const headers = { 'content-type': type, 'content-length': String(limit + 1) }
  expect(await refused(await post(file(10) + end, headers))).toBe('ERR_MEDIA_TOO_LARGE')
  expect(await refused(await stream(file(1).repeat(31) + end))).toBe('ERR_VALIDATION')
  expect(await refused(await stream(part('name="a"', 'x').repeat(201) + end))).toBe('ERR_VALIDATION')
  expect(await refused(await stream(part('name="a"', 'x'.repeat(300_000)) + end))).toBe('ERR_VALIDATION')
  expect(await refused(await stream(file(1).repeat(30) + end))).toBeUndefined()
})

test('a disk that fails is no fault of the form, and nobody waits', async () => {
  const content = () => Readable.from([Buffer.from(part('name="medias"; filename="a"', 'x'.repeat(100_000)) + end)])
  await expect(readForm(content(), type, '/nowhere/at/all', limit)).rejects.toMatchObject({ code: 'ENOENT' })
})
