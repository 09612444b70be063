import { recordViewer } from 'db/presences/record-viewer.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { settings, defaultSettings } from 'db/settings/table.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stateOf } from '../reads/presence.ts'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  const times = { createdAt: new Date(), updatedAt: new Date() }
  const row = { id: company.id, companyId: company.id, ...defaultSettings, devicesPerUser: 2, ...times }
  await api.db.orm.insert(settings).values(row)
})
afterAll(() => api.stop())

interface Person {
  id: string
  state: string
  since: string | null
  tickets: { id: string; contact: { name: string } }[]
}

const peopleFor = async (token: string) => (await api.request('GET', '/presence', { token })).body['people'] as Person[]
const seen = async (token: string, { userId }: { userId: string }) =>
  (await peopleFor(token)).find(({ id }) => id === userId)
const say = (token: string, awaySeconds: number | null) =>
  api.request('POST', '/presence', { token, body: { awaySeconds } })

test('who is at one of their devices is here; away is who is at none, since they left the last', async () => {
  const [watcher, watched] = [await company.user('user'), await company.user('user')]
  const token = await api.login(watcher.email)
  expect(await seen(token, watched)).toMatchObject({ state: 'offline', since: null })
  const desk = await api.login(watched.email)
  const phone = await api.login(watched.email)
  await api.request('GET', '/auth/me', { token: desk })
  expect(await seen(token, watched)).toMatchObject({ state: 'online', since: null })
  expect(await say(desk, 600)).toMatchObject({ status: 204 })
  expect(await seen(token, watched)).toMatchObject({ state: 'online' })
  await say(phone, 300)
  const away = await seen(token, watched)
  expect(away?.state).toBe('away')
  expect(Math.abs(Date.now() - 300_000 - Date.parse(away?.since ?? ''))).toBeLessThan(30_000)
  await say(desk, null)
  expect(await seen(token, watched)).toMatchObject({ state: 'online' })
})

test('what is away was online lately; what was not seen for long is offline, since then', () => {
  const now = new Date('2026-11-24T12:00:00.000Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  expect(stateOf({ lastSeenAt: ago(4), awaySince: ago(30) }, now)).toEqual({
    state: 'away',
    since: ago(30).toISOString(),
  })
  expect(stateOf({ lastSeenAt: ago(6), awaySince: ago(30) }, now)).toEqual({
    state: 'offline',
    since: ago(6).toISOString(),
  })
  expect(stateOf({ lastSeenAt: null, awaySince: null }, now)).toEqual({ state: 'offline', since: null })
})

test('supervisors and admins are told in which ticket, of those that they may see; attendants in none', async () => {
  const [sales, finance] = [await company.queue('Vendas'), await company.queue('Financeiro')]
  const worker = await company.user('user', [sales, finance])
  const [inSales, inFinance] = [
    await company.ticket({ queueId: sales, status: 'open', contactId: await company.contact('Ana') }),
    await company.ticket({ queueId: finance, status: 'open' }),
  ]
  for (const id of [inSales, inFinance]) await recordViewer(api.db.orm, worker, id, 'viewing', new Date())
  const asSeenBy = async (...of: Parameters<TestCompany['user']>) => {
    const { email } = await company.user(...of)
    return (await seen(await api.login(email), worker))?.tickets.map(({ id }) => id).toSorted()
  }
  expect(await asSeenBy('admin')).toEqual([inSales, inFinance].toSorted())
  expect(await asSeenBy('supervisor', [sales])).toEqual([inSales])
  expect(await asSeenBy('user', [sales, finance])).toEqual([])
  await recordViewer(api.db.orm, worker, inSales, null, new Date())
  expect(await asSeenBy('supervisor', [sales])).toEqual([])
})

test('nobody of another company is there, and what is no time is refused', async () => {
  const other = await testCompany(api.db)
  const stranger = await other.user('admin')
  const token = await api.login(stranger.email)
  expect((await peopleFor(token)).map(({ id }) => id)).toEqual([stranger.userId])
  for (const wrong of [-1, 1.5, 'x', 1e9]) {
    expect(await api.request('POST', '/presence', { token, body: { awaySeconds: wrong } })).toMatchObject({
      status: 400,
    })
  }
})
