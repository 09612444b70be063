import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '../../contacts/table.ts'
import { connect, type Database } from '../../node/connect.ts'
import { testDatabase } from '../../node/testing/test-database.ts'
import { testCompany } from '../../node/testing/test-world.ts'
import { isAnyOf } from './is-any-of.ts'
import { newId } from '../new-id.ts'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  db = connect(database.url)
  drop = database.drop
})
afterAll(async () => {
  await db.end()
  await drop()
})

test('finds rows by more ids than a statement may have parameters, and none by none', async () => {
  const company = await testCompany(db)
  const id = await company.contact('Ana')
  const select = (ids: string[]) => db.orm.select({ id: contacts.id }).from(contacts).where(isAnyOf(contacts.id, ids))
  expect(await select([...Array.from({ length: 70_000 }, newId), id])).toEqual([{ id }])
  expect(await select([])).toEqual([])
})
