import { newId } from 'db/kit/new-id.ts'
import { ticketCounts } from 'db/tickets/list-queries.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startOnlineSync, type OnlineSync } from './online-sync.ts'
import { askedQuery } from './queries/asked-query.ts'
import { createTestOutbox } from './test-device.ts'
import { createTestWorld } from './test-world.ts'

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => undefined)
})
let sync: OnlineSync | undefined
afterEach(() => sync?.stop())

const isUpToDate = { headers: { control: 'up-to-date', global_last_seen_lsn: '1' } }
const current = () => Response.json({ upTo: '1', whole: true, changes: [] })
const never = () => new Promise<Response>(() => undefined)

interface Answers {
  query(): Response
  /** To who waits for news. */
  changes(): Response | Promise<Response>
}

/** A device whose counts are followed, and what it shows of them. */
async function showsCounts({ query, changes }: Answers): Promise<unknown[]> {
  const { actor } = createTestWorld()
  sync = await startOnlineSync({
    outbox: createTestOutbox(actor),
    async send(path) {
      if (path.startsWith('/api/queries/')) return query()
      if (path.startsWith('/api/shapes/changes')) return sync?.status().phase === 'live' ? changes() : current()
      const at = { 'electric-handle': 'h', 'electric-offset': '1_0' }
      return Response.json([isUpToDate], { headers: { ...at, 'electric-schema': '{}', 'electric-up-to-date': '' } })
    },
    onStatus: () => undefined,
  })
  const shown: unknown[] = []
  sync.live.add('counts', {
    query: askedQuery(ticketCounts({ userId: newId(), queueIds: null })),
    onRows: ([row]) => void shown.push(row?.['pending']),
    onError: () => void shown.push('error'),
  })
  return shown
}

const counts = (pending: number) => Response.json({ rows: [{ mine: 0, open: 0, pending }] })

test('a transaction of which the log tells before a query sees it is shown', async () => {
  const news = Promise.withResolvers<void>()
  let told = false
  let unseen = 0
  const shown = await showsCounts({
    query: () => counts(told && unseen++ > 0 ? 1 : 0),
    async changes() {
      if (told) return never()
      await news.promise
      told = true
      const id = newId()
      const message = { key: `tickets/${id}`, value: { id }, headers: { operation: 'insert', lsn: '2', txids: [7] } }
      const changes = [{ name: 'tickets', refetch: false, handle: 'h', offset: '2_0', messages: [message, isUpToDate] }]
      return Response.json({ upTo: '2', whole: true, changes })
    },
  })
  await vi.waitFor(() => expect(shown).toEqual([0]))
  await vi.waitFor(() => expect(sync?.status().phase).toBe('live'))
  news.resolve()
  await vi.waitFor(() => expect(shown).toEqual([0, 1]), 10_000)
})

test('a question that failed once is asked again, whatever its tables do', async () => {
  let isFailing = true
  const shown = await showsCounts({
    query: () => (isFailing ? new Response(null, { status: 503 }) : counts(3)),
    changes: never,
  })
  await vi.waitFor(() => expect(sync?.status().phase).toBe('live'))
  await vi.waitFor(() => expect(shown).toContain('error'))
  isFailing = false
  await vi.waitFor(() => expect(shown.at(-1)).toBe(3), 15_000)
})
