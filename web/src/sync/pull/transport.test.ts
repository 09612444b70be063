import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendUntilAnswered, type Reachability } from './transport.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // No network comes or goes here.
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => void vi.useRealTimers())

const untilEnd = new AbortController().signal
const listening = (): Reachability => ({
  onReachable: vi.fn(),
  onUnreachable: vi.fn(),
  onBusy: vi.fn(),
  onOutdated: vi.fn(),
  onOverdue: vi.fn(),
})
const busy = (seconds: string) => new Response('{}', { status: 429, headers: { 'retry-after': seconds } })

test('a server that asks to come later is asked again after that time, and is not called unreachable', async () => {
  const answers = [busy('7'), new Response('[]')]
  const send = vi.fn(async () => answers.shift() ?? new Response('', { status: 500 }))
  const reach = listening()
  const answered = sendUntilAnswered(send, untilEnd, reach)
  await vi.advanceTimersByTimeAsync(6_999)
  expect(send).toHaveBeenCalledTimes(1)
  // Not all at once: up to a second later.
  await vi.advanceTimersByTimeAsync(1_001)
  expect((await answered).status).toBe(200)
  expect(reach.onBusy).toHaveBeenCalledTimes(1)
  expect(reach.onUnreachable).not.toHaveBeenCalled()
})

test('nobody is kept waiting for an hour', async () => {
  const answers = [busy('3600'), new Response('[]')]
  const answered = sendUntilAnswered(async () => answers.shift() ?? busy('1'), untilEnd, listening())
  await vi.advanceTimersByTimeAsync(61_000)
  expect((await answered).status).toBe(200)
})

test('a server in trouble is unreachable', async () => {
  const answers = [new Response('', { status: 503 }), new Response('[]')]
  const reach = listening()
  const answered = sendUntilAnswered(async () => answers.shift() ?? busy('1'), untilEnd, reach)
  await vi.advanceTimersByTimeAsync(1_000)
  await answered
  expect(reach.onUnreachable).toHaveBeenCalledTimes(1)
})

test('who is told that the company owes waits for the payment, and asks again at once when that took a while', async () => {
  const since = '2026-11-01T00:00:00.000Z'
  const answers = [
    Response.json({ error: 'ERR_SUBSCRIPTION_EXPIRED', details: { dueDate: since } }, { status: 402 }),
    new Response('[]'),
  ]
  const reach = listening()
  const untilPaid = vi.fn(() => new Promise((paid) => setTimeout(paid, 60_000)))
  const send = vi.fn(async () => answers.shift() ?? busy('1'))
  const answered = sendUntilAnswered(send, untilEnd, reach, untilPaid)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(reach.onOverdue).toHaveBeenCalledWith({ since })
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await answered).status).toBe(200)
  expect(reach.onUnreachable).not.toHaveBeenCalled()
})

test('what the server refused without holding it back is asked again ever more rarely', async () => {
  const refusal = () => Response.json({ error: 'ERR_SUBSCRIPTION_EXPIRED' }, { status: 402 })
  const ended = new AbortController()
  const send = vi.fn(async () => refusal())
  const answered = sendUntilAnswered(send, ended.signal, listening())
  answered.catch(() => undefined)
  const longest = vi.spyOn(Math, 'random').mockReturnValue(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send.mock.calls.length).toBeLessThan(10)
  ended.abort()
  await expect(answered).rejects.toThrow()
  longest.mockRestore()
})
