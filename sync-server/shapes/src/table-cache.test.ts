// Against a real catalog: what may have been altered stays in doubt until it was read.
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { TableCache } from './table-cache.ts'

test('a read that fails leaves what was in doubt in doubt', async () => {
  const { ownerUrl } = await testDatabase()
  const sql = postgres(ownerUrl, { max: 1, fetch_types: false, onnotice: () => {} })
  await sql`create table told (id int primary key)`
  await sql`alter table told replica identity full`
  await sql`create publication of_told for table told`
  const cache = new TableCache(sql, 'of_told')
  const table = await cache.get({ schema: 'public', name: 'told' })
  if (!table) throw new Error('the table was just made')
  expect(cache.isCurrent(table)).toBe(true)

  cache.alteredBy(table)
  expect(cache.isCurrent(table)).toBe(false)
  await sql.end()
  await expect(cache.readAllAnew([table])).rejects.toThrow('CONNECTION_ENDED')
  expect(cache.isCurrent(table)).toBe(false)
})
