import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from './connect.ts'
import { useNamedTestDatabase } from './testing/test-file-database.ts'

const database = useNamedTestDatabase()

test('what a transaction still says after its connection died is said to nobody', async () => {
  await database.alter('create table noted (what text); grant all on noted to public')
  // One connection: what comes next has the same one, made anew.
  const pool = connect(database.url, { max: 1 })
  const died = Promise.withResolvers<void>()
  const said: Promise<unknown>[] = []
  const transaction = pool.orm.transaction(async (tx) => {
    await tx.execute(sql`insert into noted values ('before')`)
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '20ms'`)
    await died.promise
    said.push(tx.execute(sql`insert into noted values ('after')`))
    await said[0]
  })
  await expect(transaction).rejects.toThrow()
  await pool.orm
    .transaction(async (other) => {
      await other.execute(sql`insert into noted values ('other')`)
      died.resolve()
      await Promise.allSettled(said)
      await other.execute(sql`select`)
      other.rollback()
    })
    .catch(() => {})
  expect(await Promise.allSettled(said)).toMatchObject([{ status: 'rejected' }])
  expect(await database.db.sql`select what from noted`).toEqual([])
  await pool.end()
})
