import { AppError } from 'db/kit/errors.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { retryNow } from '../kit/backoff.ts'
import { askedQuery } from './asked-query.ts'
import { macrotask } from '../kit/macrotask.ts'
import { remoteQueries } from './remote-queries.ts'

// Of the browser: it tells when the network is back.
beforeEach(() => void vi.stubGlobal('addEventListener', () => {}))

const company = askedQuery({ name: 'company.own', args: {}, version: '' })
const onOutdated = vi.fn()
const answering = (answer: () => Response) => {
  const send = vi.fn(async (_path: string, _init: RequestInit) => answer())
  return { send, read: remoteQueries(send, new AbortController().signal, onOutdated) }
}

test('the server is told name and arguments, and nothing of the text', async () => {
  const { send, read } = answering(() => Response.json({ rows: [] }))
  await read(askedQuery({ name: 'help.count', args: { term: 'fila' }, version: '' }))
  const [path, init] = send.mock.calls[0] ?? []
  expect(path).toBe('/api/queries/help.count')
  expect(init).toMatchObject({ method: 'POST', body: '{"term":"fila"}' })
})

test('rows are what a local database would give', async () => {
  const row = {
    id: 'a',
    name: 'Padaria',
    operator: false,
    timeZone: 'UTC',
    archiveAfterDays: 14,
    hours: null,
    webhooksOff: 0,
  }
  const { read } = answering(() =>
    Response.json({ rows: [{ ...row, dueDate: '2026-12-01T00:00:00+00:00', features: ['schedules'] }] }),
  )
  expect(await read(company)).toEqual([{ ...row, dueDate: new Date('2026-12-01'), features: ['schedules'] }])
})

test('a server that asks to come later is asked again', async () => {
  const answers = [new Response('', { status: 429, headers: { 'retry-after': '9' } }), Response.json({ rows: [] })]
  const { send, read } = answering(() => answers.shift() ?? Response.error())
  const rows = read(company)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  await macrotask()
  retryNow()
  expect(await rows).toEqual([])
  expect(send).toHaveBeenCalledTimes(2)
})

test('what the server does not know makes this app too old; what it can’t answer now is a failed network', async () => {
  const refused = answering(() => Response.json({ error: 'ERR_UPDATE_REQUIRED' }, { status: 426 }))
  await expect(refused.read(company)).rejects.toEqual(new AppError('ERR_UPDATE_REQUIRED'))
  expect(onOutdated).toHaveBeenCalledOnce()
  await expect(answering(() => new Response('', { status: 503 })).read(company)).rejects.toBeInstanceOf(TypeError)
  const large = answering(() => Response.json({ error: 'ERR_QUERY_TOO_LARGE' }, { status: 413 }))
  await expect(large.read(company)).rejects.toEqual(new AppError('ERR_QUERY_TOO_LARGE'))
  expect(onOutdated).toHaveBeenCalledOnce()
})
