// A company that was deleted, with a phone that is linked: nothing of it stays, and everybody else's does.
import { companyBilling, payments } from 'db/billing/table.ts'
import { companies } from 'db/companies/table.ts'
import { connectionLeases, sessionKeys } from 'db/connections/table.ts'
import { mediaFiles } from 'db/media/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { startJobs } from 'db/node/jobs.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { takeInFile } from 'db/node/media/take-in-file.ts'
import { connect } from 'db/node/connect.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { removeCompanies } from './remove-companies.ts'

const minute = 60_000

test('it waits for its phones to be unlinked, or ten minutes; then rows, files and jobs are gone, payments are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-removal-'))
  const database = await testDatabase()
  const db = connect(database.url)
  const jobs = await startJobs(database.url, () => {})
  onTestFinished(async () => {
    await jobs.boss.stop({ graceful: false })
    await db.end()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  const media = await openMediaStore({ MEDIA_DIR: join(folder, 'media') } as never)
  const keepFile = async ({ id: companyId }: TestCompany) => {
    const path = join(folder, 'file')
    await writeFile(path, companyId)
    const hash = createHash('sha256').update(companyId).digest('hex')
    await takeInFile({ db, media }, { companyId, hash }, path)
  }
  const [late, freed, other] = [await testCompany(db), await testCompany(db), await testCompany(db)]
  const now = new Date()
  for (const company of [late, freed, other]) {
    await keepFile(company)
    await company.ticket({ contactId: await company.contact('Ana') })
    await jobs.ensureConnectionQueue(company.connectionId)
  }
  for (const { connectionId } of [late, freed]) {
    await db.orm.insert(sessionKeys).values({ connectionId, type: 'creds', keyId: '', value: Buffer.from('x') })
  }
  const dates = { dueBefore: now, dueAfter: now, paidAt: now, createdAt: now }
  const paid = { provider: 'manual', reference: newId(), amount: '1.00', effect: 'renewed', note: 'x' } as const
  await db.orm.insert(payments).values({
    id: newId(),
    companyId: late.id,
    companyName: 'Antiga',
    invoiceId: null,
    userId: null,
    ...paid,
    ...dates,
  })
  for (const { id } of [late, freed]) {
    await db.orm.update(companyBilling).set({ deletedAt: now }).where(eq(companyBilling.companyId, id))
  }
  const there = async () => {
    const rows = await db.orm.select({ id: companies.id }).from(companies)
    return [late, freed, other].filter(({ id }) => rows.some((row) => row.id === id))
  }
  const parts = { db, jobs, media, log: pino({ level: 'silent' }) }
  await removeCompanies(parts, new Date(now.getTime() + minute))
  expect(await there()).toEqual([late, freed, other])

  await db.orm.delete(sessionKeys).where(eq(sessionKeys.connectionId, freed.connectionId))
  const lease = { connectionId: freed.connectionId, owner: 'w', fence: 1, expiresAt: new Date(now.getTime() + minute) }
  await db.orm.insert(connectionLeases).values(lease)
  await removeCompanies(parts, now)
  expect(await there()).toEqual([late, freed, other])
  await removeCompanies(parts, new Date(now.getTime() + 2 * minute))
  expect(await there()).toEqual([late, other])
  await removeCompanies(parts, new Date(now.getTime() + 11 * minute))
  expect(await there()).toEqual([other])

  expect(await db.orm.select({ of: mediaFiles.companyId }).from(mediaFiles)).toEqual([{ of: other.id }])
  const files = await readdir(folder, { recursive: true })
  expect(files.filter((path) => path.includes(late.id) && /[0-9a-f]{64}$/.test(path))).toEqual([])
  const queues = (await jobs.boss.getQueues()).map(({ name }) => name).filter((name) => name.startsWith('connection/'))
  expect(queues).toEqual([`connection/${other.connectionId}`])
  expect(await db.orm.select().from(payments)).toMatchObject([{ companyId: null, companyName: 'Antiga' }])
})
