import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { noteSeen, showSeen, userSightings } from './sightings.ts'
import { users } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

const minute = (count: number) => new Date(Date.UTC(2026, 10, 20, 12, count))
const seenAt = async (id: string) =>
  (await db.orm.select().from(userSightings).where(eq(userSightings.id, id)))[0]?.lastSeenAt

test('somebody is seen, and that is written again only after minutes', async () => {
  const { userId } = await company.user('user')
  const note = async (at: Date) => {
    const lastSeenAt = (await seenAt(userId)) ?? null
    await noteSeen(db.orm, { userId, companyId: company.id, lastSeenAt }, at)
  }
  await note(minute(0))
  await note(minute(3))
  expect(await seenAt(userId)).toEqual(minute(0))
  await note(minute(5))
  expect(await seenAt(userId)).toEqual(minute(5))
})

test('requests of one moment write once', async () => {
  const { userId } = await company.user('user')
  const of = { userId, companyId: company.id, lastSeenAt: null }
  await noteSeen(db.orm, of, minute(0))
  await noteSeen(db.orm, of, minute(1))
  expect(await seenAt(userId)).toEqual(minute(0))
})

test('whoever is gone or deleted is seen no more', async () => {
  const [gone, deleted] = [await company.user('user'), await company.user('user')]
  for (const { userId } of [gone, deleted]) {
    await noteSeen(db.orm, { userId, companyId: company.id, lastSeenAt: null }, minute(0))
  }
  await showSeen(db.orm, gone.userId, null)
  await db.orm.delete(users).where(eq(users.id, deleted.userId))
  expect([await seenAt(gone.userId), await seenAt(deleted.userId)]).toEqual([undefined, undefined])
})

test('when one of two devices logs out, the other tells when somebody was seen', async () => {
  const { userId } = await company.user('user')
  await noteSeen(db.orm, { userId, companyId: company.id, lastSeenAt: null }, minute(10))
  await showSeen(db.orm, userId, minute(3))
  expect(await seenAt(userId)).toEqual(minute(3))
  await showSeen(db.orm, userId, minute(7))
  expect(await seenAt(userId)).toEqual(minute(3))
})

test('whether somebody can log in follows from their password, whatever is written', async () => {
  const { userId } = await company.user('user')
  const canLogIn = async () => (await db.orm.select().from(users).where(eq(users.id, userId)))[0]?.canLogIn
  expect(await canLogIn()).toBe(true)
  await db.orm.update(users).set({ passwordHash: null, canLogIn: true }).where(eq(users.id, userId))
  expect(await canLogIn()).toBe(false)
})
