import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { expect, test } from 'vitest'
import { archiveAll } from './archive-tickets.ts'

const db = useTestDatabase()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const archived = async (table: 'tickets' | 'messages') =>
  (await db.sql`select id from ${db.sql(table)} where archived`).map((row) => String(row['id']))

test('tickets closed long ago leave the devices with their messages; each company says how long', async () => {
  const company = await testCompany(db)
  const patient = await testCompany(db, { archiveAfterDays: 30 })
  const old = await company.ticket({ status: 'closed', closedAt: daysAgo(15) })
  const oldMessage = await company.message(old)
  const recent = await company.ticket({ status: 'closed', closedAt: daysAgo(13) })
  await company.message(recent)
  await company.ticket({ status: 'open' })
  await patient.ticket({ status: 'closed', closedAt: daysAgo(15) })
  expect(await archiveAll(db, new Date())).toBe(1)
  expect(await archived('tickets')).toEqual([old])
  expect(await archived('messages')).toEqual([oldMessage])
  expect(await archiveAll(db, new Date())).toBe(0)
})

test('many are taken in several transactions', async () => {
  const company = await testCompany(db)
  const contactId = await company.contact('Cliente')
  for (let i = 0; i < 130; i++) await company.ticket({ contactId, status: 'closed', closedAt: daysAgo(20) })
  expect(await archiveAll(db, new Date())).toBe(130)
})
