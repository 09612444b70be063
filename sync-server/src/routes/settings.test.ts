import { defaultOpeningHours } from 'db/bot/opening-hours.ts'
import { companies } from 'db/companies/table.ts'
import { superUser, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let token: string
let attendant: string
beforeAll(async () => {
  api = await startTestApi()
  company = await testCompany(api.db)
  token = await api.login((await company.user('admin')).email)
  attendant = await api.login((await company.user('user')).email)
})
afterAll(() => api.stop())

const put = (key: string, value: unknown, as = token) =>
  api.request('PUT', `/settings/${key}`, { token: as, body: { value } })
const settings = async (as = token) => {
  const { body } = await api.request('GET', '/settings', { token: as })
  return Object.fromEntries(
    (body as unknown as { key: string; value: unknown }[]).map(({ key, value }) => [key, value]),
  )
}

test('settings are keys with values: the defaults, and then what was chosen', async () => {
  expect(await settings()).toMatchObject({ userRating: 'disabled', CheckMsgIsGroup: 'disabled', chatBotType: 'text' })
  expect(await put('CheckMsgIsGroup', 'enabled')).toMatchObject({ status: 200 })
  expect(await put('reopenWindowMinutes', 30)).toMatchObject({ status: 200 })
  expect(await settings(attendant)).toMatchObject({ CheckMsgIsGroup: 'enabled', reopenWindowMinutes: 30 })
})

test('unknown keys are not found, values that are none refused, and attendants change nothing', async () => {
  expect((await put('companyId', 'x')).body).toMatchObject({ error: 'ERR_NO_SETTING_FOUND' })
  expect((await put('checkMsgIsGroup', 'enabled')).body).toMatchObject({ error: 'ERR_NO_SETTING_FOUND' })
  expect((await put('userRating', 'maybe')).body).toMatchObject({ error: 'ERR_VALIDATION' })
  expect((await put('userRating', 'enabled', attendant)).body).toMatchObject({ error: 'ERR_NO_PERMISSION' })
  expect(await settings()).toMatchObject({ userRating: 'disabled' })
})

test('whether a company may send campaigns is the operator’s to say', async () => {
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION', details: { field: 'campaignsEnabled' } } }
  expect(await put('campaignsEnabled', 'enabled')).toMatchObject({ status: 200 })
  expect(await put('campaignsEnabled', 'disabled')).toMatchObject(refused)
  const operator = await api.login((await superUser(api.db)).email)
  const ofCompany = (campaignsEnabled: boolean) =>
    api.request('PUT', `/companies/${company.id}`, { token: operator, body: { campaignsEnabled } })
  expect(await ofCompany(false)).toMatchObject({ status: 200 })
  expect(await put('campaignsEnabled', 'enabled')).toMatchObject(refused)
  expect(await settings()).toMatchObject({ campaignsEnabled: 'disabled' })
})

const day = (weekdayEn: string, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime })
const putHours = (
  id: string,
  as = token,
  schedules = [day('monday', '08:00', '12:00'), day('sunday', '00:00', '00:00')],
) => api.request('PUT', `/companies/${id}/schedules`, { token: as, body: { schedules } })

test('the company’s hours are set by day, several times a day, and holidays stay', async () => {
  const holidays = ['12-25']
  const own = eq(companies.id, company.id)
  await api.db.orm
    .update(companies)
    .set({ hours: { ...defaultOpeningHours, holidays } })
    .where(own)
  const both = [day('monday', '08:00', '12:00'), day('monday', '13:00', '18:00'), day('sunday', '00:00', '00:00')]
  both.push(day('friday', '00:00', '24:00'))
  expect(await putHours(company.id, token, both)).toMatchObject({ status: 200 })
  const [row] = await api.db.orm.select().from(companies).where(own)
  const monday = [
    { start: '08:00', end: '12:00' },
    { start: '13:00', end: '18:00' },
  ]
  const friday = [{ start: '00:00', end: '24:00' }]
  expect(row?.hours).toEqual({ days: [[], monday, [], [], [], friday, []], holidays })
})

test('another company is not found, an attendant may not, a time is a time', async () => {
  const other = await testCompany(api.db)
  expect((await putHours(other.id)).body).toMatchObject({ error: 'ERR_NOT_FOUND' })
  expect((await putHours(company.id, attendant)).body).toMatchObject({ error: 'ERR_NO_PERMISSION' })
  expect((await putHours(company.id, token, [day('monday', '8', '12:00')])).status).toBe(400)
})
