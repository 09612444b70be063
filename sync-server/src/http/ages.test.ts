// Upgrades while people work, and clocks that jump: what an older app has in its outbox reaches today's server in the form that it wrote, and a
// server whose clock is wrong loses nothing, doubles nothing and lets everybody back in.
import { readFile } from 'node:fs/promises'
import { newId } from 'db/kit/new-id.ts'
import { messages } from 'db/messages/table.ts'
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let email: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  ;({ email } = await company.user('admin'))
})
afterEach(() => vi.useRealTimers())
afterAll(() => api.stop())

interface Result {
  id: string
  status: string
  code?: string
}
const push = async (token: string, mutations: object[], headers = {}) => {
  const answer = await api.request('POST', '/mutations', { token, headers, body: { mutations } })
  return { ...answer, results: (answer.body['results'] ?? []) as Result[] }
}

test('every form in which an app ever wrote a mutation is understood, from the oldest app too', async () => {
  const token = await api.login(email)
  const file = new URL('../../../db/src/recorded-args.json', import.meta.url)
  const recorded = JSON.parse(await readFile(file, 'utf8')) as { name: string; args: object }[]
  const misunderstood: unknown[] = []
  let answered = 0
  for (let from = 0; from < recorded.length; from += 50) {
    const sent = recorded.slice(from, from + 50).map(({ name, args }) => ({ id: newId(), name, args }))
    const { status, results } = await push(token, sent, { 'x-client-protocol': '0' })
    expect(status).toBe(200)
    answered += results.length
    // A refusal for what is there or not is an answer; these say that the server does not know what was meant.
    const lost = ['ERR_VALIDATION', 'ERR_UNKNOWN_MUTATION', 'ERR_INTERNAL']
    results.forEach(({ code }, at) => lost.includes(code ?? '') && misunderstood.push({ ...sent[at], code }))
  }
  expect(misunderstood).toEqual([])
  expect(answered).toBe(recorded.length)
})

test('a server’s clock that jumps ahead and back: sessions go on by a refresh, what is sent again is there once, in order', async () => {
  const hour = 3_600_000
  const really = Date.now()
  const at = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(really + ms)
  }
  const ticketId = await company.ticket()
  const login = await api.request('POST', '/auth/login', { body: { email, password: testPassword } })
  let [token, cookie] = [String(login.body['token']), login.cookie]
  expect((await push(token, [{ id: newId(), name: 'ticket.accept', args: { id: ticketId } }])).status).toBe(200)
  const refresh = async () => {
    const answer = await api.request('POST', '/auth/refresh_token', { cookie })
    expect(answer.status).toBe(200)
    ;[token, cookie] = [String(answer.body['token']), answer.cookie]
  }
  const said = (body: string) => ({ id: newId(), name: 'message.send', args: { id: newId(), ticketId, body } })
  const [first, second, third] = [said('um'), said('dois'), said('três')]
  const isApplied = async (...calls: object[]) =>
    expect((await push(token, calls)).results.map(({ status }) => status)).toEqual(calls.map(() => 'applied'))

  await isApplied(first)
  at(72 * hour)
  expect(await push(token, [second])).toMatchObject({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } })
  await refresh()
  await isApplied(second)
  // Back to where it was, and further: what was signed in its future is valid here.
  at(-2 * hour)
  await isApplied(first, second, third)
  await refresh()
  await isApplied(third)
  // Right again: what was signed while it was behind is over.
  vi.useRealTimers()
  expect((await push(token, [third])).status).toBe(403)
  await refresh()
  await isApplied(third)

  const rows = await api.db.orm
    .select({ body: messages.body })
    .from(messages)
    .where(eq(messages.ticketId, ticketId))
    .orderBy(asc(sql`xmin::text::bigint`))
  expect(rows.map(({ body }) => body)).toEqual(['um', 'dois', 'três'])
  // What devices follow is the order of commits, whatever the clock said.
  const [{ n } = { n: 0 }] = await api.db.orm.execute<{ n: number }>(
    sql`select count(*)::int as n from applied_mutations where id in (${first.id}, ${second.id}, ${third.id})`,
  )
  expect(n).toBe(3)
})
