// What an operator sees of an installation: for Prometheus, and on the screen of super users.
import { noteDelay, storeDelays } from 'db/node/delays.ts'
import { superUser, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { noteArrivals } from './arrivals.ts'

const token = 'sixteen-or-more-characters'
let api: TestApi
let company: TestCompany
beforeAll(async () => {
  api = await startTestApi({ METRICS_TOKEN: token })
  api.upstream = async () => new Response('shapes_active 1\n')
  company = await testCompany(api.db, { name: 'Padaria "Aurora"' })
  // What other tests of this process noted is not this one's.
  await storeDelays(api.db)
  await api.db.sql`delete from delays`
})
afterAll(() => api.stop())

const metrics = async () => {
  return (await api.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })).text()
}

test('delays are counted by company over processes and restarts, and only rise', async () => {
  for (const ms of [3, 40, 70]) noteDelay('in', company.id, ms)
  await storeDelays(api.db)
  noteDelay('in', company.id, 90_000)
  await storeDelays(api.db)
  const labels = `kind="in",company="${company.id}"`
  const before = await metrics()
  for (const expected of [
    `balcao_delay_seconds_bucket{${labels},le="0.005"} 1`,
    `balcao_delay_seconds_bucket{${labels},le="0.1"} 3`,
    `balcao_delay_seconds_bucket{${labels},le="60"} 3`,
    `balcao_delay_seconds_bucket{${labels},le="+Inf"} 4`,
    `balcao_delay_seconds_sum{${labels}} 90.113`,
    'shapes_active 1',
  ])
    expect(before).toContain(expected)
  expect(before).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
  expect(before).not.toContain('Aurora')

  // Two hours later it is no longer told apart when it was, and is still counted.
  await api.db.sql`update delays set at = at - interval '3 hours'`
  await storeDelays(api.db)
  expect(await api.db.sql`select from delays where at > '-infinity'`).toHaveLength(0)
  expect(await metrics()).toContain(`balcao_delay_seconds_bucket{${labels},le="+Inf"} 4`)
})

test('a message that goes out to a device that waits is as old as its row', async () => {
  const insert = (at: number) =>
    JSON.stringify({ headers: { operation: 'insert' }, value: { created_at: new Date(at).toISOString() } })
  const update = JSON.stringify({ headers: { operation: 'update' }, value: { ack: 2 } })
  const control = JSON.stringify({ headers: { control: 'up-to-date' } })
  const now = Date.now()
  const place = { handle: 'h', offset: '0_0' }
  noteArrivals(company.id, { ...place, messages: [insert(now - 60), update, control] }, now)
  noteArrivals(company.id, { ...place, messages: Array.from({ length: 50 }, () => insert(now - 60)) }, now)
  noteArrivals(company.id, 'refetch', now)
  await storeDelays(api.db)
  expect(await api.db.sql`select kind, bucket, count::int from delays where at > '-infinity'`).toEqual([
    { kind: 'device', bucket: 4, count: 1 },
  ])
})

test('super users see it, by the names of companies; nobody else does', async () => {
  const boss = await superUser(api.db)
  noteDelay('ack', company.id, 200)
  await storeDelays(api.db)
  const seen = await api.request('GET', '/installation/operation', { token: await api.login(boss.email) })
  expect(seen).toMatchObject({
    status: 200,
    body: {
      delays: {
        all: { in: { count: 0, p50: null, p95: null }, device: { count: 1 }, ack: { count: 1 } },
        companies: [{ id: company.id, name: 'Padaria "Aurora"', delays: { ack: { count: 1 } } }],
      },
      leases: 0,
      workers: 0,
      memoryBytes: expect.any(Number),
    },
  })
  const admin = await company.user('admin')
  expect(await api.request('GET', '/installation/operation', { token: await api.login(admin.email) })).toMatchObject({
    status: 404,
  })
})

test('the dashboard that comes along asks for nothing that is not told', async () => {
  const dashboard = await readFile(new URL('../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8')
  const asked = new Set(dashboard.match(/\b(balcao|process|nodejs)_[a-z0-9_]+/g))
  const told = await metrics()
  expect(asked.size).toBeGreaterThan(10)
  expect([...asked].filter((name) => !told.includes(name))).toEqual([])
})
