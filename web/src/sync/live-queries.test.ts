import { expect, test, vi } from 'vitest'
import { createLiveQueries, camelCase } from './live-queries.ts'
import { macrotask } from './macrotask.ts'
import { tablesIn, writtenTable } from './sql-tables.ts'

function fakePg(result: () => unknown) {
  return {
    query: vi.fn(async (_text: string) => ({ rows: [[result()]], fields: [{ name: 'last_message', dataTypeID: 25 }] })),
  }
}

function watch(text: string, result: () => unknown) {
  const pg = fakePg(result)
  // Only `query` is asked of PGlite.
  const live = createLiveQueries(pg as unknown as Parameters<typeof createLiveQueries>[0])
  const onRows = vi.fn()
  live.add('tab/1', { text, params: [], onRows, onError: vi.fn() })
  return { pg, live, onRows }
}

test('only queries that mention a changed table run again', async () => {
  const { pg, live } = watch('select last_message from tickets', () => 1)
  await macrotask()
  live.changed(new Set(['contacts']))
  await macrotask()
  expect(pg.query).toHaveBeenCalledTimes(1)
  live.changed(new Set(['tickets']))
  await macrotask()
  expect(pg.query).toHaveBeenCalledTimes(2)
})

test('an equal result is not sent again; columns are camelCase', async () => {
  let value = 'a'
  const { live, onRows } = watch('select last_message from tickets', () => value)
  await macrotask()
  live.changed(new Set(['tickets']))
  await macrotask()
  expect(onRows.mock.calls).toEqual([[[{ lastMessage: 'a' }]]])
  value = 'b'
  live.changed(new Set(['tickets']))
  await macrotask()
  expect(onRows).toHaveBeenLastCalledWith([{ lastMessage: 'b' }])
})

test('changes in one macrotask run a query once', async () => {
  const { pg, live } = watch('select last_message from tickets', () => 1)
  await macrotask()
  for (let i = 0; i < 5; i++) live.changed(new Set(['tickets']))
  await macrotask()
  expect(pg.query).toHaveBeenCalledTimes(2)
})

test('what has just been opened is answered before what is only refreshed', async () => {
  const { live, onRows, pg } = watch('select last_message from tickets', () => 1)
  await macrotask()
  const opened = vi.fn()
  live.changed(new Set(['tickets']))
  live.add('tab/2', { text: 'select id from messages', params: [], onRows: opened, onError: vi.fn() })
  await macrotask()
  expect(opened).toHaveBeenCalledOnce()
  expect(pg.query.mock.calls.map(([text]) => text)).toEqual([
    'select last_message from tickets',
    'select id from messages',
    'select last_message from tickets',
  ])
  expect(onRows).toHaveBeenCalledOnce()
})

test('tables by text', () => {
  expect([...tablesIn('select * from tickets t join contacts_overlay c on true')]).toEqual(['tickets', 'contacts'])
  expect(writtenTable('update "tickets" set "x" = (select 1 from contacts)')).toBe('tickets')
  expect(writtenTable('select * from tickets')).toBeUndefined()
  expect(camelCase('last_message_at')).toBe('lastMessageAt')
})
