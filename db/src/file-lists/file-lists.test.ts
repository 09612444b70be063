import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createCampaign } from '../campaigns/mutations.ts'
import type { UserActor } from '../kit/actor.ts'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { insertFile, runFor, testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { createFileList, deleteFileList, updateFileList } from './mutations.ts'
import { joinedOptions } from './options.ts'
import { fileListOptions } from './table.ts'

const db = useTestDatabase()
let company: TestCompany
let admin: UserActor
const mediaHash = 'cd'.repeat(32)

beforeAll(async () => {
  company = await testCompany(db)
  admin = await company.user('admin')
  await insertFile(db, admin, { hash: mediaHash, size: 7, mime: 'application/pdf' })
})

const none = { mediaHash: null, mediaName: null, mediaMime: null, mediaSize: null }
const option = (name: string, file: object = none) => ({ id: newId(), name, ...none, ...file })
const read = (id: string) => db.orm.transaction((tx) => joinedOptions.read(tx, id))

async function list(options: object[]) {
  const id = newId()
  await runFor(db, admin, createFileList, { id, name: 'Catálogos', message: 'Segue', options })
  return id
}

test('options keep their order; of a file what was measured counts', async () => {
  const claimed = { mediaHash, mediaName: 'bolos.pdf', mediaMime: 'text/html', mediaSize: 1 }
  const [cakes, bread] = [option('Bolos', claimed), option('Pães')]
  const id = await list([cakes, bread])
  expect(await read(id)).toMatchObject([
    { name: 'Bolos', mediaMime: 'application/pdf', mediaSize: 7 },
    { name: 'Pães' },
  ])
  const to = [bread, option('Tortas')]
  await runFor(db, admin, updateFileList, { id, changes: { options: { to } } })
  expect(await read(id)).toMatchObject([{ id: bread.id }, { name: 'Tortas' }])
})

test('two people’s changes of the options meet in one field', async () => {
  const [a, b, c] = [option('Bolos'), option('Pães'), option('Tortas')]
  const id = await list([a])
  await runFor(db, admin, updateFileList, { id, changes: { options: { from: [a], to: [a, b] } } })
  const late = runFor(db, admin, updateFileList, { id, changes: { options: { from: [a], to: [a, c] } } })
  await expect(late).rejects.toMatchObject({ code: 'ERR_CONFLICT' })
})

test('files and options of another company are out of reach', async () => {
  const other = await testCompany(db)
  const stranger = await other.user('admin')
  const own = option('Bolos', { mediaHash, mediaName: 'bolos.pdf' })
  const id = await list([own])
  const stolen = { id: newId(), name: 'Alheia', message: 'Segue' }
  const withFile = { ...stolen, options: [option('Bolos', { mediaHash, mediaName: 'x' })] }
  const create = (args: object) => runFor(db, stranger, createFileList, args)
  await expect(create(withFile)).rejects.toMatchObject({ code: 'ERR_NO_MEDIA_FOUND' })
  await expect(create({ ...stolen, options: [{ ...own, ...none }] })).rejects.toMatchObject({
    code: 'ERR_DUPLICATED_ID',
  })
  await expect(runFor(db, stranger, deleteFileList, { id })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
  await runFor(db, admin, deleteFileList, { id })
  expect(await db.orm.select().from(fileListOptions).where(eq(fileListOptions.fileListId, id))).toEqual([])
})

test('one that a campaign will send stays until the campaign is over', async () => {
  const id = await list([])
  const campaignId = newId()
  await runFor(db, admin, createCampaign, { id: campaignId, name: 'Natal', fileListId: id })
  await db.sql`update campaigns set status = 'PROGRAMADA' where id = ${campaignId}`
  await expect(runFor(db, admin, deleteFileList, { id })).rejects.toMatchObject({
    code: 'ERR_FILE_LIST_IN_USE',
    details: { campaign: 'Natal' },
  })
  await db.sql`update campaigns set status = 'FINALIZADA' where id = ${campaignId}`
  await runFor(db, admin, deleteFileList, { id })
})
