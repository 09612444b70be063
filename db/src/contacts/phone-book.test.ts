import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '../kit/new-id.ts'
import type { ServerTx } from '../node/connect.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { findOrCreateContact } from './find-contact.ts'
import { importFromPhone } from './import-mutation.ts'
import type { ToldPerson } from './learn-person.ts'
import { failImport, importPhoneBook, rememberPhoneContact } from './phone-book.ts'
import { contactImports, contacts, phoneContacts } from './table.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const db = useTestDatabase()
let company: TestCompany
beforeEach(async () => {
  company = await testCompany(db)
})

const context = () => systemContext(company.id, noEffects)
type Context = ReturnType<typeof context>
const run = <T>(work: (tx: ServerTx, ctx: Context) => Promise<T>) => db.orm.transaction((tx) => work(tx, context()))
const nobody = { lid: null, number: null, pushName: '', bookName: '', isNew: false }
const tell = (told: Partial<ToldPerson>) =>
  run((tx, ctx) => rememberPhoneContact(tx, company.connectionId, { ...nobody, ...told }, ctx))
const known = (lid: string | null, number: string | null, pushName = '') =>
  run((tx, ctx) => findOrCreateContact(tx, { lid, number, pushName }, ctx))
const names = async () => {
  const rows = await db.orm.select().from(contacts).where(eq(contacts.companyId, company.id))
  return rows.map(({ name, number }) => `${name} ${number}`).toSorted()
}
const importNow = async () => {
  const id = newId()
  await run((tx, ctx) => importFromPhone.run(tx, { id, connectionId: company.connectionId }, ctx))
  await run((tx) => importPhoneBook(tx, id, new Date()))
  return id
}
const reportOf = async (id: string) => (await db.orm.select().from(contactImports).where(eq(contactImports.id, id)))[0]

test('people of the book become contacts, unnamed ones get a name, named ones stay as they are', async () => {
  await known('1', null, 'ana ✨')
  const given = await known(null, '5511988880002', 'Bruno')
  await db.orm.update(contacts).set({ name: 'Seu Bruno' }).where(eq(contacts.id, given.id))
  await tell({ lid: '1', number: '5511988880001', bookName: 'Ana Padaria' })
  await tell({ number: '551188880002', bookName: 'Bruno Pão' })
  await tell({ lid: '3', number: '5511988880003', bookName: 'Carla' })
  await tell({ lid: '4', isNew: true })
  const id = await importNow()
  expect(await reportOf(id)).toMatchObject({ status: 'done', created: 1, updated: 1, skipped: 2 })
  expect(await names()).toEqual(['Ana Padaria 5511988880001', 'Carla 5511988880003', 'Seu Bruno 5511988880002'])
})

test('a second import, or its job twice, makes nothing new', async () => {
  await tell({ number: '5511988880003', bookName: 'Carla' })
  const first = await importNow()
  await run((tx) => importPhoneBook(tx, first, new Date()))
  expect(await reportOf(first)).toMatchObject({ created: 1, updated: 0, skipped: 0 })
  expect(await reportOf(await importNow())).toMatchObject({ created: 0, updated: 0, skipped: 1 })
  await run((tx) => failImport(tx, first, new Date()))
  expect(await reportOf(first)).toMatchObject({ status: 'done' })
  expect(await names()).toEqual(['Carla 5511988880003'])
})

test('who is told of by number and by LID is one person; who only called themselves something is not in the book', async () => {
  await tell({ number: '5511988880003', bookName: 'Carla' })
  await tell({ lid: '3', number: '5511988880003', bookName: 'Carla' })
  await tell({ lid: '5', pushName: 'Do grupo' })
  const rows = await db.orm.select().from(phoneContacts).where(eq(phoneContacts.companyId, company.id))
  expect(rows.map(({ account }) => account).toSorted()).toEqual(['3', '5511988880003'])
  await tell({ lid: '3', pushName: 'carlinha' })
  expect(await reportOf(await importNow())).toMatchObject({ created: 1, skipped: 0 })
  expect(await db.orm.select().from(contacts).where(eq(contacts.companyId, company.id))).toMatchObject([
    { name: 'Carla', pushName: 'carlinha', lid: '3', number: '5511988880003' },
  ])
})

test('thousands are taken at once', async () => {
  const people = Array.from({ length: 1_200 }, (_, n) => String(5511900000000 + n))
  await db.orm.insert(phoneContacts).values(
    people.map((number) => ({
      connectionId: company.connectionId,
      account: number,
      companyId: company.id,
      lid: null,
      number,
      name: `Pessoa ${number}`,
      pushName: '',
      updatedAt: new Date(),
    })),
  )
  expect(await reportOf(await importNow())).toMatchObject({ created: 1_200, skipped: 0 })
})
