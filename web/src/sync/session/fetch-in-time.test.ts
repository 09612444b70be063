import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerMs, fetchInTime } from './fetch-in-time.ts'

/** Like a connection that nobody closes: it ends only with its signal. */
const silent = (_: unknown, init: RequestInit = {}) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** ms until it failed, and with what. */
async function failure(init?: RequestInit) {
  vi.stubGlobal('fetch', silent)
  const from = Date.now()
  let error: unknown
  void fetchInTime('/api/auth/me', init).catch((caught: unknown) => (error = caught))
  // Not all timers: a database of another file that is still closing sets one again and again.
  while (error === undefined) await vi.advanceTimersToNextTimerAsync()
  return { error, ms: Date.now() - from }
}

test('a server that never answers is like one that is not there', async () => {
  const { error, ms } = await failure()
  expect(error).toBeInstanceOf(TypeError)
  expect(ms).toBe(answerMs)
})

test.each([
  ['a Blob', (blob: Blob) => blob],
  [
    'a form',
    (blob: Blob) => {
      const form = new FormData()
      form.append('file', blob)
      return form
    },
  ],
])('%s has the time that it needs on a slow line', async (_, bodyOf) => {
  const { ms } = await failure({ method: 'PATCH', body: bodyOf(new Blob(['x'.repeat(8_000_000)])) })
  expect(ms).toBe(answerMs + 1_000_000)
})

test('who ends it gets their own reason', async () => {
  vi.stubGlobal('fetch', silent)
  const ended = new AbortController()
  const timers = vi.getTimerCount()
  const failed = fetchInTime('/api/auth/me', { signal: ended.signal }).catch((error: unknown) => error)
  const reason = new Error('put away')
  ended.abort(reason)
  expect(await failed).toBe(reason)
  expect(vi.getTimerCount()).toBe(timers)
})

test('an answer that has begun may take its time', async () => {
  let signal: AbortSignal | null | undefined
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    signal = init.signal
    return new Response('[]')
  })
  const response = await fetchInTime('/api/shapes/tickets')
  await vi.advanceTimersByTimeAsync(10 * answerMs)
  expect(signal?.aborted).toBe(false)
  expect(await response.text()).toBe('[]')
})
