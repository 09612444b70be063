// What a device tells of its mutations, and when: by the real sync, on a Postgres in memory.
import { newId } from 'db/kit/new-id.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Send } from '../pull/transport.ts'
import { createTestDevice } from '../test-device.ts'
import { createTestServer, type TestServer } from '../test-server.ts'
import { createTestWorld } from '../test-world.ts'
import { startTraceLog } from './trace-log.ts'

const world = createTestWorld({ ticketCount: 1 })
let server: TestServer
let told: unknown[]
/** Whether the server collects traces. */
let traced: boolean
// The browser's `online`, which cuts waits short.
beforeAll(() => void vi.stubGlobal('addEventListener', () => undefined))
beforeEach(async () => {
  server = await createTestServer(world.actor)
  await server.write((tx) => world.fill(tx))
  told = []
})
afterEach(() => server.pg.close())

const send: Send = async (path, init) => {
  if (path === '/api/traces') {
    told.push(JSON.parse(String(init.body)))
    return new Response(null, { status: 204 })
  }
  const response = await server.send(path, init)
  if (path !== '/api/mutations' || !traced) return response
  return Response.json({ ...((await response.json()) as object), traced: true })
}

const tag = (name: string) => ({ id: newId(), name, color: '#112233', kanban: false })

test('of what was done since it knows, a device tells ids and ages, in their order, and of a server that does not ask nothing', async () => {
  traced = false
  const device = await createTestDevice({ send }, world.actor)
  const done = async (name: string) => {
    const entry = await device.mutate('tag.create', tag(name))
    await vi.waitFor(() => expect(device.outbox.all()).toEqual([]), { interval: 10 })
    return entry.id
  }
  await done('Nada')
  traced = true
  await done('Primeira')
  // By then the log is there, as at any device that goes on working.
  await vi.dynamicImportSettled()
  const id = await done('Segunda')
  const body = await vi.waitUntil(() => told[0], { interval: 20 })
  const age = expect.any(Number)
  expect(body).toEqual({
    mutations: [{ id, written: age, shown: age, sent: age, answered: age, confirmed: age }],
  })
  const [{ written, shown, sent, answered, confirmed }] = (body as { mutations: [Record<string, number>] }).mutations
  expect(shown).toBeLessThanOrEqual(written ?? -1)
  for (const [earlier, later] of [
    [written, sent],
    [sent, answered],
    [answered, confirmed],
    [shown, confirmed],
  ])
    expect(earlier).toBeGreaterThanOrEqual(later ?? Infinity)
  device.stop()
  expect(told).toHaveLength(1)
})

test('what is not whole, or was made by a clock that was set since, is not told', () => {
  vi.useFakeTimers()
  try {
    const bodies: unknown[] = []
    const asked: Send = async (_, init) => {
      bodies.push(JSON.parse(String(init.body)))
      return new Response(null, { status: 204 })
    }
    const log = startTraceLog(asked, new AbortController().signal)
    const now = Date.now()
    const mark = (id: string, made: number, marks: readonly ('shown' | 'sent' | 'answered' | 'confirmed')[]) =>
      marks.forEach((each, index) => log.mark(each, [{ id, at: new Date(made) }], now + index))
    mark('whole', now - 5, ['shown', 'sent', 'answered', 'confirmed'])
    mark('early', now - 5, ['shown', 'sent', 'confirmed', 'answered'])
    mark('half', now - 5, ['answered', 'confirmed'])
    mark('ahead', now + 60_000, ['shown', 'sent', 'answered', 'confirmed'])
    mark('old', now - 8 * 86_400_000, ['shown', 'sent', 'answered', 'confirmed'])
    vi.advanceTimersByTime(2_000)
    expect(bodies).toEqual([
      {
        mutations: [
          { id: 'whole', written: 2005, shown: 2000, sent: 1999, answered: 1998, confirmed: 1997 },
          { id: 'early', written: 2005, shown: 2000, sent: 1999, answered: 1997, confirmed: 1997 },
        ],
      },
    ])
  } finally {
    vi.useRealTimers()
  }
})
