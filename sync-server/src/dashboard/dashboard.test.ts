// The dashboard over REST: who sees it, which days, what counts, and the tickets behind each figure.
import { contacts } from 'db/contacts/table.ts'
import { companies } from 'db/companies/table.ts'
import { acceptTicket, closeTicket } from 'db/tickets/mutations.ts'
import { tickets } from 'db/tickets/table.ts'
import { deleteUser } from 'db/users/mutations.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let admin: Awaited<ReturnType<TestCompany['user']>>
let token: string
let queueId: string

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  company = await testCompany(api.db)
  queueId = await company.queue('Vendas')
  admin = await company.user('admin', [queueId])
  token = await api.login(admin.email)
})

async function ask(path: string, as = token) {
  const { status, body } = await api.request('GET', path, { token: as })
  return { status, said: body }
}
const dashboard = async (query = '') => (await ask(`/dashboard${query}`)).said
const behind = async (query: string, as = token) => (await ask(`/dashboard/tickets?${query}`, as)).said

interface History {
  /** Local times of São Paulo. */
  queued: string
  accepted?: string
  closed?: string
  rating?: number
  ours?: boolean
  userId?: string | null
  isGroup?: boolean
}

/** A conversation as it was: the trigger's moments are put where they are wanted. */
async function conversation({
  queued,
  accepted,
  closed,
  rating,
  ours = false,
  userId = admin.userId,
  ...rest
}: History) {
  const contactId = await company.contact('Cliente')
  if (rest.isGroup) await api.db.orm.update(contacts).set({ isGroup: true }).where(eq(contacts.id, contactId))
  const status = accepted === undefined ? 'pending' : 'open'
  const id = await company.ticket({ contactId, queueId, status, userId: accepted ? userId : null, ...rest })
  const at = (text: string | undefined) => (text === undefined ? null : new Date(`${text}-03:00`))
  await company.message(id, {
    contactId,
    queueId,
    fromMe: ours,
    sentAt: at(queued),
    createdAt: at(queued) ?? new Date(),
  })
  if (closed) await api.db.sql`update tickets set status = 'closed', closed_at = ${at(closed)} where id = ${id}`
  await api.db.sql`
    update ticket_cycles set started_at = ${at(queued)}, queued_at = ${at(queued)}, accepted_at = ${at(accepted)},
      closed_at = ${at(closed)}, rating = ${rating ?? null}, ours = ${ours}, waiting_since = ${accepted ? null : at(queued)} where ticket_id = ${id}`
  return id
}

test('it is for admins and supervisors', async () => {
  const supervisor = await api.login((await company.user('supervisor')).email)
  const attendant = await api.login((await company.user('user', [queueId])).email)
  expect((await ask('/dashboard?days=7', supervisor)).status).toBe(200)
  for (const path of ['/dashboard?days=7', '/dashboard/tickets?figure=opened']) {
    expect(await ask(path, attendant)).toEqual({ status: 403, said: { error: 'ERR_NO_PERMISSION' } })
  }
})

test('days are the company’s, the last one included', async () => {
  await conversation({ queued: '2026-10-31T23:59:59', accepted: '2026-11-01T00:10:00', closed: '2026-11-01T01:00:00' })
  await conversation({ queued: '2026-11-02T23:59:59', accepted: '2026-11-03T00:00:09', closed: '2026-11-03T00:00:10' })
  const counters = async (from: string, to: string) => (await dashboard(`?date_from=${from}&date_to=${to}`))['counters']
  expect(await counters('2026-11-01', '2026-11-02')).toMatchObject({ opened: 1, supportFinished: 1, leads: 1 })
  expect(await counters('2026-10-31', '2026-11-03')).toMatchObject({ opened: 2, supportFinished: 2, leads: 2 })
  await api.db.orm.update(companies).set({ timeZone: 'UTC' }).where(eq(companies.id, company.id))
  expect(await counters('2026-11-01', '2026-11-02')).toMatchObject({ opened: 1, supportFinished: 1, leads: 1 })
  expect(await counters('2026-11-03', '2026-11-03')).toMatchObject({ opened: 1, supportFinished: 1, leads: 1 })
})

test('averages are minutes, over what counts; what there is not is null', async () => {
  const day = '?date_from=2026-11-02&date_to=2026-11-02'
  const empty = { supportFinished: 0, leads: 0, avgSupportTime: null, avgWaitTime: null, rating: null, ratings: 0 }
  expect(await dashboard(day)).toMatchObject({ counters: empty, before: empty, formerAttendants: null })
  await conversation({
    queued: '2026-11-02T09:00:00',
    accepted: '2026-11-02T09:10:00',
    closed: '2026-11-02T09:40:00',
    rating: 3,
  })
  await conversation({
    queued: '2026-11-02T10:00:00',
    accepted: '2026-11-02T10:05:00',
    closed: '2026-11-02T11:05:00',
    rating: 2,
  })
  const ours = { queued: '2026-11-02T11:00:00', accepted: '2026-11-02T11:00:00', closed: '2026-11-02T11:06:00' }
  await conversation({ ...ours, ours: true })
  await conversation({
    queued: '2026-11-02T08:00:00',
    accepted: '2026-11-02T12:00:00',
    closed: '2026-11-02T13:00:00',
    isGroup: true,
  })
  await conversation({ queued: '2026-11-02T09:30:00', closed: '2026-11-02T09:31:00' })
  const said = await dashboard(day)
  const figures = { opened: 4, supportFinished: 4, avgWaitTime: 7.5, avgSupportTime: 32, rating: 2.5, ratings: 2 }
  expect(said['counters']).toMatchObject({ ...figures, leads: 3 })
  expect(said['attendants']).toMatchObject([
    { id: admin.userId, name: expect.any(String), ...figures, opened: 3, supportFinished: 3 },
  ])
  expect(said['queues']).toMatchObject([{ id: queueId, name: 'Vendas', ...figures }])
  expect((said['weekdays'] as number[][])[0]?.slice(8, 13)).toEqual([0, 2, 1, 1, 0])
  expect(said['days']).toEqual([{ day: '2026-11-02', opened: 4, supportFinished: 4 }])
  expect((await dashboard('?date_from=2026-11-03&date_to=2026-11-03'))['before']).toMatchObject(figures)
})

test('what is open now: waiting since when, with the bot, with whom, and who is here', async () => {
  const first = await conversation({ queued: '2026-11-02T09:00:00' })
  await conversation({ queued: '2026-11-02T10:00:00' })
  await conversation({ queued: '2026-11-02T10:00:00', accepted: '2026-11-02T10:01:00' })
  await conversation({ queued: '2026-11-02T08:00:00', isGroup: true })
  await company.ticket({ status: 'pending', chatbot: true, queueId: null, userId: null })
  const said = await dashboard('?days=7')
  expect(said['counters']).toMatchObject({ supportPending: 3, supportHappening: 1 })
  expect(said['now']).toEqual({ waiting: 2, waitingSince: '2026-11-02T12:00:00.000Z', open: 1, withBot: 1 })
  expect(said['attendants']).toMatchObject([{ open: 1, online: true }])
  expect(said['queues']).toMatchObject([
    { id: queueId, waiting: 2, waitingSince: '2026-11-02T12:00:00.000Z', open: 1 },
    { id: null, name: null, waiting: 0, waitingSince: null },
  ])
  const waiting = await behind(`figure=waiting&queueId=${queueId}`)
  expect(waiting).toMatchObject({ count: 2, tickets: [{ ticketId: first, queueName: 'Vendas' }, {}] })
  expect(await behind('figure=bot&queueId=none')).toMatchObject({ count: 1 })
  expect(await behind(`figure=happening&userId=${admin.userId}`)).toMatchObject({ count: 1 })
})

test('today stands by hour, and what was closed today with whoever closed it', async () => {
  const id = await company.ticket({ status: 'pending', queueId, userId: null })
  await runFor(api.db, admin, acceptTicket, { id })
  await runFor(api.db, admin, closeTicket, { id })
  const said = await dashboard('?date_from=2026-01-01&date_to=2026-01-02')
  expect((said['todayByHour'] as number[]).reduce((a, b) => a + b)).toBe(1)
  expect(said['todayByHour']).toHaveLength(24)
  expect(said['attendants']).toMatchObject([{ closedToday: 1, supportFinished: 0 }])
})

test('work of people who were deleted stays in the figures, under no name', async () => {
  const gone = await company.user('user', [queueId])
  const at = { queued: '2026-11-02T09:00:00', accepted: '2026-11-02T09:10:00', closed: '2026-11-02T09:40:00' }
  await conversation({ ...at, userId: gone.userId, rating: 1 })
  await runFor(api.db, admin, deleteUser, { id: gone.userId })
  const said = await dashboard('?date_from=2026-11-02&date_to=2026-11-02')
  expect(said['counters']).toMatchObject({ supportFinished: 1 })
  expect(said['attendants']).toMatchObject([{ id: admin.userId, supportFinished: 0 }])
  expect(said['formerAttendants']).toMatchObject({ supportFinished: 1, rating: 1 })
  expect(await behind('figure=rated&userId=former&date_from=2026-11-02&date_to=2026-11-02')).toMatchObject({ count: 1 })
})

test('every figure has as many tickets behind it as it says', async () => {
  await conversation({
    queued: '2026-11-02T09:00:00',
    accepted: '2026-11-02T09:10:00',
    closed: '2026-11-02T09:40:00',
    rating: 3,
  })
  await conversation({ queued: '2026-11-02T10:00:00', accepted: '2026-11-02T10:05:00' })
  await conversation({ queued: '2026-11-03T10:30:00', accepted: '2026-11-03T10:30:00', ours: true })
  const days = 'date_from=2026-11-01&date_to=2026-11-05'
  const { counters, weekdays } = (await dashboard(`?${days}`)) as unknown as {
    counters: Record<string, number>
    weekdays: number[][]
  }
  const count = async (query: string) => (await behind(`${query}&${days}`))['count']
  expect(await count('figure=opened')).toBe(counters['opened'])
  expect(await count('figure=finished')).toBe(counters['supportFinished'])
  expect(await count('figure=leads')).toBe(counters['leads'])
  expect(await count('figure=waited')).toBe(2)
  expect(await count('figure=rated')).toBe(counters['ratings'])
  expect(await count('figure=opened&weekday=2&hour=10')).toBe(weekdays[1]?.[10])
  expect(await count('figure=opened&day=2026-11-02')).toBe(2)
  expect(await behind(`figure=waited&${days}`)).toMatchObject({
    tickets: [{ waitTime: 5 }, { waitTime: 10, supportTime: 30, rating: 3 }],
  })
})

test('of other people’s queues a supervisor is told how many tickets there are', async () => {
  const supervisor = await api.login((await company.user('supervisor', [await company.queue('Suporte')])).email)
  await conversation({ queued: '2026-11-02T09:00:00', accepted: '2026-11-02T09:10:00' })
  const days = 'date_from=2026-11-02&date_to=2026-11-02'
  expect((await ask(`/dashboard?${days}`, supervisor)).said['counters']).toMatchObject({ opened: 1, leads: 1 })
  expect(await behind(`figure=opened&${days}`, supervisor)).toMatchObject({ tickets: [], count: 0, elsewhere: 1 })
})

test('a contact is a lead on the day it first writes, and not by being imported or written to', async () => {
  await company.contact('Da planilha')
  const ticketId = await conversation({ queued: '2026-11-02T09:00:00', accepted: '2026-11-02T09:00:00', ours: true })
  const [ticket] = await api.db.orm.select().from(tickets).where(eq(tickets.id, ticketId))
  const contactId = ticket?.contactId ?? ''
  const leads = async (day: string) => (await dashboard(`?date_from=${day}&date_to=${day}`))['counters']
  expect(await leads('2026-11-02')).toMatchObject({ leads: 0 })
  for (const sentAt of ['2026-11-04T12:00:00Z', '2026-11-03T12:00:00Z', '2026-11-05T12:00:00Z']) {
    await company.message(ticketId, { contactId, sentAt: new Date(sentAt) })
  }
  expect(await leads('2026-11-03')).toMatchObject({ leads: 1 })
  expect(await leads('2026-11-04')).toMatchObject({ leads: 0 })
})

test('what is no period is refused', async () => {
  for (const query of [
    'days=x',
    'days=99999',
    'date_from=2026-02-30',
    'date_from=2026-11-05&date_to=2026-11-01',
    'date_to=0001-01-01',
  ]) {
    expect((await ask(`/dashboard?${query}`)).status, query).toBe(400)
  }
  expect((await ask('/dashboard?days=0&date_from=2026-11-01&date_to=')).status).toBe(200)
})
