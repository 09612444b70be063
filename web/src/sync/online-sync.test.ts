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

test('a transaction of which the log tells before a query sees it is shown', async () => {
  const news = Promise.withResolvers<void>()
  const isUpToDate = { headers: { control: 'up-to-date', global_last_seen_lsn: '1' } }
  let told = false
  let unseen = 0
  const send = async (path: string) => {
    if (path.startsWith('/api/queries/')) {
      const isSeen = told && unseen++ > 0
      return Response.json({ rows: [{ mine: 0, open: 0, pending: isSeen ? 1 : 0 }] })
    }
    if (!path.startsWith('/api/shapes/changes')) {
      const headers = {
        'electric-handle': 'h',
        'electric-offset': '1_0',
        'electric-schema': '{}',
        'electric-up-to-date': '',
      }
      return Response.json([isUpToDate], { headers })
    }
    if (told) return new Promise<Response>(() => undefined)
    if (sync?.status().phase !== 'live') return Response.json({ upTo: '1', whole: true, changes: [] })
    await news.promise
    told = true
    const id = newId()
    const message = { key: `tickets/${id}`, value: { id }, headers: { operation: 'insert', lsn: '2', txids: [7] } }
    const changes = [{ name: 'tickets', refetch: false, handle: 'h', offset: '2_0', messages: [message, isUpToDate] }]
    return Response.json({ upTo: '2', whole: true, changes })
  }
  const { actor } = createTestWorld()
  sync = await startOnlineSync({
    outbox: createTestOutbox(actor),
    origin: 'http://balcao.test',
    send,
    onStatus: () => undefined,
  })
  const shown: unknown[] = []
  sync.live.add('counts', {
    query: askedQuery(ticketCounts({ userId: newId(), queueIds: null })),
    onRows: ([row]) => void shown.push(row?.['pending']),
    onError: (error) => void shown.push(error),
  })
  await vi.waitFor(() => expect(shown).toEqual([0]))
  await vi.waitFor(() => expect(sync?.status().phase).toBe('live'))
  news.resolve()
  await vi.waitFor(() => expect(shown).toEqual([0, 1]), 10_000)
})
