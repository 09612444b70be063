import { expect, test, vi } from 'vitest'
import type { AskedQuery } from './asked-query.ts'
import { rowsOf } from './changes.ts'
import { camelCase, createLiveQueries, selectRows, type LiveQueries } from './live-queries.ts'
import { macrotask } from '../kit/macrotask.ts'
import { everything, unheard, type Standing } from './painting.ts'

const asked = (text: string): AskedQuery => ({ name: 'some.query', version: '', args: {}, text, params: [] })

function watch(text: string, result: () => unknown) {
  const read = vi.fn(async (_query: AskedQuery) => [{ value: result() }])
  const live = createLiveQueries(read)
  const onRows = vi.fn()
  live.add('tab/1', { query: asked(text), onRows, onError: vi.fn() })
  return { read, live, onRows }
}

test('only queries that mention a changed table run again', async () => {
  const { read, live } = watch('select last_message from tickets', () => 1)
  await macrotask()
  live.changed(rowsOf(['contacts']))
  await macrotask()
  expect(read).toHaveBeenCalledTimes(1)
  live.changed(rowsOf(['tickets']))
  await macrotask()
  expect(read).toHaveBeenCalledTimes(2)
})

test('an equal result is not sent again', async () => {
  let value = 'a'
  const { live, onRows } = watch('select last_message from tickets', () => value)
  await macrotask()
  live.changed(rowsOf(['tickets']))
  await macrotask()
  expect(onRows.mock.calls).toEqual([[[{ value: 'a' }], everything]])
  value = 'b'
  live.changed(rowsOf(['tickets']))
  await macrotask()
  expect(onRows).toHaveBeenLastCalledWith([{ value: 'b' }], everything)
})

test('what the same rows are worth is told when it is more than before, and no oftener', async () => {
  let upTo: Standing = null
  const live = createLiveQueries(
    async () => [{ value: 1 }],
    (tables) => (tables.has('tickets') ? upTo : null),
  )
  const onRows = vi.fn()
  live.add('tab/1', { query: asked('select 1 from tickets'), onRows, onError: vi.fn() })
  const worth = async (next: Standing) => {
    upTo = next
    live.reached()
    await macrotask()
    return onRows.mock.calls.map(([, told]) => told)
  }
  await macrotask()
  expect(await worth(null)).toEqual([null])
  expect(await worth(unheard)).toEqual([null, unheard])
  expect(await worth(7n)).toEqual([null, unheard, 7n])
  expect(await worth(8n)).toEqual([null, unheard, 7n])
})

test('changes in one macrotask run a query once', async () => {
  const { read, live } = watch('select last_message from tickets', () => 1)
  await macrotask()
  for (let i = 0; i < 5; i++) live.changed(rowsOf(['tickets']))
  await macrotask()
  expect(read).toHaveBeenCalledTimes(2)
})

test('what has just been opened is answered before what is only refreshed', async () => {
  const { live, onRows, read } = watch('select last_message from tickets', () => 1)
  await macrotask()
  const opened = vi.fn()
  live.changed(rowsOf(['tickets']))
  live.add('tab/2', { query: asked('select id from messages'), onRows: opened, onError: vi.fn() })
  await live.told()
  expect(opened).toHaveBeenCalledOnce()
  expect(read.mock.calls.map(([{ text }]) => text)).toEqual([
    'select last_message from tickets',
    'select id from messages',
    'select last_message from tickets',
  ])
  expect(onRows).toHaveBeenCalledOnce()
})

/** Three queries that show the same table, opened one after the other; `onRead` may bring the next change. */
async function threeOfTickets(onRead: (live: LiveQueries, reads: number) => void) {
  const asks: string[] = []
  const live = createLiveQueries(async ({ text }) => {
    asks.push(text)
    onRead(live, asks.length)
    return [{ value: 1 }]
  })
  for (const name of ['bar', 'list', 'conversation']) {
    live.add(`tab/${name}`, { query: asked(`select '${name}' from tickets`), onRows: vi.fn(), onError: vi.fn() })
  }
  await live.told()
  const opened = asks.length
  live.changed(rowsOf(['tickets']))
  await live.told()
  return asks.slice(opened).map((text) => text.split("'")[1])
}

test('of what is due the newest is answered first, also when the next change comes meanwhile', async () => {
  const asks = await threeOfTickets((live, reads) => {
    if (reads === 4) live.changed(rowsOf(['tickets']))
  })
  expect(asks).toEqual(['conversation', 'conversation', 'list', 'bar'])
})

test('a stream of changes keeps nobody waiting', async () => {
  const asks = await threeOfTickets((live, reads) => {
    if (reads > 3 && reads < 40) live.changed(rowsOf(['tickets']))
  })
  expect(asks.slice(0, 8)).not.toContain('list')
  expect(asks.slice(0, 14)).toEqual(expect.arrayContaining(['list', 'bar']))
})

test('what waits in this thread has its turn between two queries', async () => {
  let turns = 0
  const seen: number[] = []
  const live = createLiveQueries(async () => {
    seen.push(turns)
    return [{ value: 1 }]
  })
  for (const name of ['bar', 'list']) {
    live.add(name, { query: asked(`select '${name}' from tickets`), onRows: vi.fn(), onError: vi.fn() })
  }
  void macrotask().then(() => turns++)
  await live.told()
  expect(seen).toEqual([0, 1])
})

test('who waits until a change is told waits for the answer after it, not for the one that was being read', async () => {
  let value = 'before'
  let { promise: reading, resolve: finish } = Promise.withResolvers<void>()
  const next = async () => {
    finish()
    ;({ promise: reading, resolve: finish } = Promise.withResolvers<void>())
    await macrotask()
    // The next read begins after one of its own.
    await macrotask()
  }
  const live = createLiveQueries(async () => {
    const read = value
    await reading
    return [{ read }]
  })
  const seen: unknown[] = []
  live.add('tab/1', { query: asked('select 1 from tickets'), onRows: ([row]) => seen.push(row), onError: vi.fn() })
  await macrotask()
  value = 'after'
  live.changed(rowsOf(['tickets']))
  let told = false
  void live.told().then(() => (told = true))
  await next()
  expect([told, seen]).toEqual([false, [{ read: 'before' }]])
  await next()
  expect([told, seen]).toEqual([true, [{ read: 'before' }, { read: 'after' }]])
  // Nor is it told while the answer is on its way.
  value = 'last'
  live.changed(rowsOf(['tickets']))
  await macrotask()
  told = false
  void live.told().then(() => (told = true))
  await macrotask()
  expect(told).toBe(false)
  await next()
  expect([told, seen.at(-1)]).toEqual([true, { read: 'last' }])
  // Nobody waits for who has gone, nor where nothing changed.
  live.changed(rowsOf(['tickets']))
  live.changed(rowsOf(['tickets']))
  const gone = live.told()
  live.remove(() => true)
  await gone
  await live.told()
})

test('rows are worth no more than when they were read: something may have come to hide them meanwhile', async () => {
  let upTo: Standing = 12n
  const read = async () => {
    upTo = unheard
    return [{ value: 'hidden' }]
  }
  const live = createLiveQueries(read, () => upTo)
  const onRows = vi.fn()
  live.add('tab/1', { query: asked('select last_message from tickets'), onRows, onError: vi.fn() })
  await macrotask()
  expect(onRows.mock.calls).toEqual([[[{ value: 'hidden' }], unheard]])
})

test('columns are camelCase', async () => {
  const query = async () => ({ rows: [['oi']], fields: [{ name: 'last_message', dataTypeID: 25 }] })
  // Only `query` is asked of PGlite.
  const pg = { query } as unknown as Parameters<typeof selectRows>[0]
  expect(await selectRows(pg, 'select last_message from tickets', [])).toEqual([{ lastMessage: 'oi' }])
  expect(camelCase('last_message_at')).toBe('lastMessageAt')
})
