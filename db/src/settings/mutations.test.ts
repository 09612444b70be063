import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { defaultOpeningHours } from '../bot/opening-hours.ts'
import { companies } from '../companies/table.ts'
import type { UserActor } from '../kit/actor.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { queues } from '../queues/table.ts'
import { updateSettings } from './mutations.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
beforeEach(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
})

const choose = (scheduleType: string) =>
  runFor(db, admin, updateSettings, { id: company.id, changes: { scheduleType: { to: scheduleType } } })
const hoursOfQueues = async (of = company) =>
  (await db.orm.select().from(queues).where(eq(queues.companyId, of.id)).orderBy(asc(queues.name))).map(
    ({ hours }) => hours,
  )
const hoursOfCompany = async () => (await db.orm.select().from(companies).where(eq(companies.id, company.id)))[0]?.hours

test('choosing the queues’ hours gives those without any the usual ones; others keep theirs', async () => {
  const own = { ...defaultOpeningHours, holidays: ['12-25'] }
  await company.queue('A')
  await db.orm
    .update(queues)
    .set({ hours: own })
    .where(eq(queues.id, await company.queue('B')))
  const other = await testCompany(db)
  await other.queue('C')
  await choose('queue')
  expect(await hoursOfQueues()).toEqual([defaultOpeningHours, own])
  expect([await hoursOfCompany(), await hoursOfQueues(other)]).toEqual([null, [null]])
})

test('choosing the company’s gives it the usual ones, once: what is switched off later stays off', async () => {
  await company.queue('A')
  await choose('company')
  expect([await hoursOfCompany(), await hoursOfQueues()]).toEqual([defaultOpeningHours, [null]])
  await db.orm.update(companies).set({ hours: null }).where(eq(companies.id, company.id))
  await choose('company')
  expect(await hoursOfCompany()).toBeNull()
})

test('no hours count: nothing is given', async () => {
  await company.queue('A')
  await choose('disabled')
  expect([await hoursOfCompany(), await hoursOfQueues()]).toEqual([null, [null]])
})
