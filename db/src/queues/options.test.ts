import { newId } from 'db/kit/new-id.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { runFor, testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { beforeAll, expect, test } from 'vitest'
import { createQueueOption, deleteQueueOption, updateQueueOption } from './options.ts'
import { queueOptions } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let actor: UserActor
let queueId: string
beforeAll(async () => {
  company = await testCompany(db)
  actor = await company.user('admin')
  queueId = await company.queue('Vendas')
})

const run = (mutation: { name: string }, args: object) => runFor(db, actor, mutation, args)
const titles = async () => (await db.orm.select().from(queueOptions)).map(({ title }) => title).toSorted()

async function add(title: string, parentId: string | null = null, of = queueId) {
  const id = newId()
  await run(createQueueOption, { id, queueId: of, title, message: '', option: 1, parentId })
  return id
}

test('a tree is built, moved and deleted with all that is below', async () => {
  const root = await add('Raiz')
  const branch = await add('Ramo', root)
  await add('Folha', branch)
  const other = await add('Outra')
  await run(updateQueueOption, { id: branch, changes: { parentId: { from: root, to: other } } })
  await run(deleteQueueOption, { id: other })
  expect(await titles()).toEqual(['Raiz'])
  await run(deleteQueueOption, { id: root })
})

test('no option is below itself', async () => {
  const root = await add('Raiz')
  const branch = await add('Ramo', root)
  const leaf = await add('Folha', branch)
  const misfit = { code: 'ERR_VALIDATION' }
  await expect(
    run(updateQueueOption, { id: root, changes: { parentId: { from: null, to: leaf } } }),
  ).rejects.toMatchObject(misfit)
  await expect(
    run(updateQueueOption, { id: root, changes: { parentId: { from: null, to: root } } }),
  ).rejects.toMatchObject(misfit)
  expect(await titles()).toEqual(['Folha', 'Raiz', 'Ramo'])
})

test('an option’s parent is of its own queue and company', async () => {
  const elsewhere = await add('Alheia', null, await company.queue('Financeiro'))
  await expect(add('Ramo', elsewhere)).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  const stranger = await testCompany(db)
  const theirs = await stranger.queueOption(await stranger.queue('Vendas'))
  const own = await add('Raiz')
  for (const parentId of [theirs, newId()]) {
    const notFound = { code: 'ERR_NOT_FOUND' }
    await expect(add('Ramo', parentId)).rejects.toMatchObject(notFound)
    const move = { id: own, changes: { parentId: { from: null, to: parentId } } }
    await expect(run(updateQueueOption, move)).rejects.toMatchObject(notFound)
  }
})
