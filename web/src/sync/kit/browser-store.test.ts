import 'fake-indexeddb/auto'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserStore, transact } from './browser-store.ts'
import { IdbFiles } from '../local/idb-files.ts'

/** Most transactions of one database that were open at once. */
let most = 0

beforeEach(() => {
  most = 0
  const open = new Map<string, number>()
  const { transaction: begin } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args)
    const count = (by: number) => open.set(this.name, (open.get(this.name) ?? 0) + by)
    count(1)
    most = Math.max(most, open.get(this.name) ?? 0)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => count(-1))
    return transaction
  })
})

afterEach(() => vi.restoreAllMocks())

test('the plain store has one transaction at a time, in the order of asking', async () => {
  const fact = (at: number) => ({ kind: 'local-failed' as const, at })
  const [, found, , seen] = await Promise.all([
    browserStore.put('device', fact(1), 'x'),
    browserStore.get('device', 'x'),
    transact(['device', 'session'], 'readwrite', async (transaction) => {
      await transaction.objectStore('device').put(fact(2), 'x')
    }),
    // Begun by what a read answered, as most are.
    browserStore.get('device', 'x').then(async (read) => [read, await browserStore.delete('device', 'x')][0]),
  ])
  expect([found, seen]).toEqual([fact(1), fact(2)])
  expect(await browserStore.get('device', 'x')).toBeUndefined()
  expect(most).toBe(1)
})

test('one that fails is told, and the next goes on', async () => {
  const failing = transact(['device'], 'readwrite', async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await browserStore.put('device', { kind: 'session-end', code: 'ERR_SESSION_REVOKED' }, 'y')
  expect(await browserStore.get('device', 'y')).toBeDefined()
})

test('a store that did not open is opened by the next call', async () => {
  vi.resetModules()
  const anew = await import('./browser-store.ts')
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(anew.browserStore.get('device', 'x')).rejects.toThrow('full')
  expect(await anew.browserStore.get('device', 'x')).toBeUndefined()
})

test("the local Postgres' files have one transaction at a time, and are there again", async () => {
  const open = () =>
    PGlite.create({ fs: new IdbFiles('kept'), relaxedDurability: true, initDbStartParams: ['--wal-segsize=1'] })
  const first = await open()
  await first.exec('create table words (word text)')
  for (const word of ['um', 'dois', 'três']) await first.query('insert into words values ($1)', [word])
  await first.close()
  const again = await open()
  expect((await again.query('select word from words')).rows).toEqual([
    { word: 'um' },
    { word: 'dois' },
    { word: 'três' },
  ])
  await again.close()
  expect(most).toBe(1)
  // Postgres is made here, by itself: seconds of one core, and a busy machine has less.
}, 120_000)
