import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { UserActor } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { createQueue, deleteQueue, updateQueue } from './mutations.ts'
import { queues } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
beforeEach(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
})

let counter = 0
async function create(greetingMessage: string, side: 'server' | 'client' = 'server') {
  const id = newId()
  const color = `#${(0x200000 + counter++).toString(16)}`
  await runFor(db, admin, createQueue, { id, name: 'Vendas', color, orderQueue: 1, greetingMessage }, side)
  return id
}
const update = (id: string, changes: object) => runFor(db, admin, updateQueue, { id, changes })
const required = { code: 'ERR_WAPP_GREETING_REQUIRED', details: { field: 'greetingMessage' } }

test('a second queue needs a greeting, and none of several is deprived of its own; on the device as on the server', async () => {
  const first = await create('')
  await expect(create(' ')).rejects.toMatchObject(required)
  await expect(create('', 'client')).rejects.toMatchObject(required)
  const second = await create('Olá')
  await expect(update(second, { greetingMessage: { to: '' } })).rejects.toMatchObject(required)
  await runFor(db, admin, deleteQueue, { id: first })
  await update(second, { greetingMessage: { to: '' } })
})

test('a queue that was mute before there were others is changed otherwise, and stays as it was', async () => {
  const first = await create('')
  await create('Olá')
  await update(first, { name: { to: 'Loja' } })
  expect(await db.orm.select().from(queues).where(eq(queues.id, first))).toMatchObject([
    { name: 'Loja', greetingMessage: '' },
  ])
})

test('queues of other companies don’t count', async () => {
  await (await testCompany(db)).queue('Deles')
  await create('')
})
