import { proto } from '@whiskeysockets/baileys'
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from 'db/kit/new-id.ts'
import { createLogger } from '../logger.ts'
import { keyRing } from 'db/node/keys/cipher.ts'
import { openDesk, type Desk } from '../test-desk.ts'
import { openAuthStore } from './auth-store.ts'
import { keyRows, type KeyRows } from './key-rows.ts'
import { acquireLease, LeaseLostError, releaseLease, renewLeases, type Lease } from './lease.ts'

const keys = keyRing(createSecretKey(randomBytes(32)))
const owner = () => ({ name: newId(), keyId: 'k' })
const log = createLogger('silent')
/** A session that goes on. */
const running = new AbortController().signal

let desk: Desk
let lease: Lease
let rows: KeyRows
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.db.sql`delete from session_keys`
  await desk.db.sql`delete from connection_leases`
  lease = (await acquireLease(desk.db.sql, desk.connectionId, owner()))!
  rows = keyRows(desk.db.sql, lease, keys, running)
})

const pair = () => ({ public: randomBytes(32), private: randomBytes(32) })
const openStore = async (from = rows) => (await openAuthStore(from, log)).state.keys

test('what is set is read back, by this store and by the next one', async () => {
  const store = await openStore()
  const one = pair()
  const syncKey = proto.Message.AppStateSyncKeyData.fromObject({ keyData: randomBytes(8) })
  await store.set({
    'pre-key': { 1: one, 2: pair() },
    session: { 'a.0': randomBytes(100) },
    'app-state-sync-key': { x: syncKey },
  })
  await store.set({ 'pre-key': { 2: null } })
  for (const from of [store, await openStore()]) {
    expect(await from.get('pre-key', ['1', '2', '3'])).toEqual({ 1: one })
    const { x } = await from.get('app-state-sync-key', ['x'])
    expect(x).toBeInstanceOf(proto.Message.AppStateSyncKeyData)
  }
})

test('a thousand keys are one write', async () => {
  const store = await openStore()
  await store.set({ 'pre-key': Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [n, pair()])) })
  const [row] = await desk.db.sql<{ count: number; writes: number }[]>`
    select count(*)::int as count, count(distinct xmin::text)::int as writes from session_keys`
  expect(row).toEqual({ count: 1_000, writes: 1 })
})

test('what comes at once is one write, in which the last change of a key counts', async () => {
  let writes = 0
  const store = await openStore({ ...rows, write: (changes) => ((writes += 1), rows.write(changes)) })
  const [first, last] = [randomBytes(10), randomBytes(10)]
  await Promise.all([
    store.set({ session: { 'a.0': first, 'b.0': first } }),
    store.set({ session: { 'a.0': last }, 'pre-key': { 1: null } }),
  ])
  expect(writes).toBe(1)
  for (const from of [store, await openStore()])
    expect(await from.get('session', ['a.0', 'b.0'])).toEqual({ 'a.0': last, 'b.0': first })
})

test('credentials are written as they were at each change, the last one last', async () => {
  const store = await openAuthStore(rows, log)
  for (let id = 1; id <= 20; id++) {
    store.state.creds.nextPreKeyId = id
    store.saveCreds()
  }
  await store.settled()
  const next = await openAuthStore(rows, log)
  expect(next.state.creds).toEqual(store.state.creds)
})

test('a failed write leaves nothing of it in the cache', async () => {
  let fails = false
  const failing: KeyRows = {
    ...rows,
    write: (changes) => (fails ? Promise.reject(new Error('down')) : rows.write(changes)),
  }
  const store = await openStore(failing)
  const before = pair()
  await store.set({ 'pre-key': { 1: before } })
  fails = true
  await expect(store.set({ 'pre-key': { 1: pair() } })).rejects.toThrow('down')
  expect(await store.get('pre-key', ['1'])).toEqual({ 1: before })
})

test('an owner of an older lease can neither write nor wipe', async () => {
  await rows.write([{ type: 'session', id: 'a', text: 'old' }])
  await releaseLease(desk.db.sql, lease)
  const next = (await acquireLease(desk.db.sql, desk.connectionId, { ...owner(), name: lease.owner }))!
  expect(next.fence).toBe(lease.fence + 1)
  await expect(rows.write([{ type: 'session', id: 'a', text: 'late' }])).rejects.toThrow(LeaseLostError)
  await expect(rows.wipe()).rejects.toThrow(LeaseLostError)
  expect(await rows.read('session', ['a'])).toEqual(new Map([['a', 'old']]))
})

test('after the wipe nothing is written any more', async () => {
  const store = await openAuthStore(rows, log)
  store.saveCreds()
  await store.wipe()
  store.saveCreds()
  await store.state.keys.set({ session: { 'a.0': randomBytes(10) } })
  await store.settled()
  expect(await desk.db.sql`select 1 from session_keys`).toHaveLength(0)
})

test('a lease that runs belongs to nobody else', async () => {
  expect(await acquireLease(desk.db.sql, desk.connectionId, owner())).toBeNull()
})

test('a renewal that arrives after the release gives the lease back to nobody', async () => {
  const { sql } = desk.db
  await releaseLease(sql, lease)
  expect(await renewLeases(sql, [lease])).toEqual(new Set())
  expect(await acquireLease(sql, desk.connectionId, owner())).toMatchObject({ fence: lease.fence + 1 })
})

test('a value is readable only in its place and with its key', async () => {
  await rows.write([{ type: 'session', id: 'a', text: 'secret' }])
  await expect(
    keyRows(desk.db.sql, lease, keyRing(createSecretKey(randomBytes(32))), running).read('session', ['a']),
  ).rejects.toThrow()
  await desk.db.sql`update session_keys set key_id = 'b'`
  await expect(rows.read('session', ['b'])).rejects.toThrow()
})
