import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultOpeningHours } from '../bot/opening-hours.ts'
import type { UserActor } from '../kit/actor.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { updateCompany } from './mutations.ts'
import { companies } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
beforeEach(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
})

const change = (changes: object, actor = admin, id = company.id) => runFor(db, actor, updateCompany, { id, changes })
const row = async () => (await db.orm.select().from(companies).where(eq(companies.id, company.id)))[0]

test('hours and archive days are changed each by themselves', async () => {
  await change({ hours: { from: null, to: defaultOpeningHours } })
  await change({ archiveAfterDays: { from: 14, to: 30 } })
  expect(await row()).toMatchObject({ hours: defaultOpeningHours, archiveAfterDays: 30 })
})

test('the clock is set to any zone that browsers offer, and to nothing else', async () => {
  await change({ timeZone: { from: 'America/Sao_Paulo', to: 'America/Manaus' } })
  expect(await row()).toMatchObject({ timeZone: 'America/Manaus' })
  for (const to of [
    '',
    'Marte',
    'America/Cidade_Nova',
    '+03:00',
    'brt',
    'BRT3',
    "UTC'; drop table companies",
    'x'.repeat(70),
  ]) {
    await expect(change({ timeZone: { to } })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  }
  const offered = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires']
  const unknown = await db.sql`select name from unnest(${offered}::text[]) as name where not is_time_zone(name)`
  expect(unknown.map(({ name }) => String(name))).toEqual([])
})

test('a zone that only the browser knows is refused and not stored', async () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function () {})
  const refused = change({ timeZone: { to: 'Europe/Atlantis' } })
  await expect(refused).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
    details: { fields: { timeZone: ['Invalid'] } },
  })
  format.mockRestore()
})

test('hours that somebody changed meanwhile are a conflict', async () => {
  await change({ hours: { from: null, to: defaultOpeningHours } })
  const closed = { ...defaultOpeningHours, days: [[], [], [], [], [], [], []] }
  await expect(change({ hours: { from: null, to: closed } })).rejects.toMatchObject({ code: 'ERR_CONFLICT' })
  expect(await row()).toMatchObject({ hours: defaultOpeningHours })
})

test('only an admin, only of their own company, only what is theirs to say', async () => {
  const days = { archiveAfterDays: { to: 30 } }
  await expect(change(days, await company.user('supervisor'))).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  const other = await testCompany(db)
  await expect(change(days, admin, other.id)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
  for (const field of ['dueDate', 'planId', 'status', 'operator', 'features']) {
    await expect(change({ [field]: { to: true } })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  }
})
