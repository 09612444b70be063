import { inArray } from 'drizzle-orm'
import { noEffects } from 'db/kit/effects.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { expect, test } from 'vitest'
import { giveBackOfUser, type Works } from './give-back.ts'
import { tickets } from './table.ts'

const db = useTestDatabase()

/** Somebody with an open and a closed ticket in each of two queues; what stands in them once that person works as `next`. */
async function after(next: (queues: readonly [string, string]) => Works) {
  const company = await testCompany(db)
  const admin = await company.user('admin')
  const queues = [await company.queue('Vendas'), await company.queue('Financeiro')] as const
  const { userId } = await company.user('user', queues)
  const ids = [
    await company.ticket({ status: 'open', queueId: queues[0], userId }),
    await company.ticket({ status: 'open', queueId: queues[1], userId }),
    await company.ticket({ status: 'closed', queueId: queues[1], userId }),
    await company.ticket({ status: 'open', queueId: queues[1], userId: admin.userId }),
  ]
  const ctx = { actor: admin, now: new Date(), side: 'server', effects: noEffects } as const
  await db.orm.transaction((tx) => giveBackOfUser(tx, ctx, userId, next(queues)))
  const rows = await db.orm.select().from(tickets).where(inArray(tickets.id, ids)).orderBy(tickets.id)
  const names = new Map([
    [userId, 'theirs'],
    [admin.userId, 'the admin’s'],
  ])
  return rows.map((row) => `${row.status}: ${row.userId === null ? 'nobody’s' : names.get(row.userId)}`)
}

test('who loses a queue leaves its open tickets waiting, and keeps the others', async () => {
  expect(await after(([sales]) => ({ profile: 'user', queueIds: [sales] }))).toEqual([
    'open: theirs',
    'pending: nobody’s',
    'closed: theirs',
    'open: the admin’s',
  ])
})

test('an admin needs no queue to keep them', async () => {
  expect(await after(() => ({ profile: 'admin', queueIds: [] }))).toEqual([
    'open: theirs',
    'open: theirs',
    'closed: theirs',
    'open: the admin’s',
  ])
})
