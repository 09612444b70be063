import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as companies from '../companies/table.ts'
import * as connections from '../connections/table.ts'
import * as contacts from '../contacts/table.ts'
import * as media from '../media/table.ts'
import * as voice from '../media/voice-notes-table.ts'
import * as messages from '../messages/table.ts'
import * as log from '../mutation-log/table.ts'
import * as push from '../push/table.ts'
import * as queues from '../queues/table.ts'
import * as schedules from '../schedules/table.ts'
import { shapes } from '../tables.ts'
import * as tickets from '../tickets/table.ts'
import * as sightings from '../users/sightings.ts'
import * as users from '../users/table.ts'
import { migrate } from './migrate.ts'
import { testDatabase, type TestDatabase } from './testing/test-database.ts'

const modules: object[] = [
  companies,
  connections,
  contacts,
  media,
  voice,
  messages,
  log,
  push,
  queues,
  schedules,
  tickets,
  users,
  sightings,
]
const tables = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable))

let database: TestDatabase
let sql: postgres.Sql
beforeAll(async () => {
  database = await testDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('a second run applies nothing', async () => {
  expect(await migrate(database.ownerUrl)).toEqual([])
})

describe.each(tables.map((table) => [getTableConfig(table).name, table] as const))('%s', (name, table) => {
  test('the declaration has exactly the columns of the migrations', async () => {
    const rows = await sql<{ name: string; type: string; notNull: boolean }[]>`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull"
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by attname`
    const declared = Object.values(getTableColumns(table))
      .map((column) => ({ name: column.name, type: column.getSQLType(), notNull: column.notNull || column.primary }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const withTypes = (type: string) =>
      type.replace('timestamp with time zone', 'timestamptz').replace('numeric(12, 2)', 'numeric(12,2)')
    expect(declared.map((c) => ({ ...c, type: withTypes(c.type) }))).toEqual(
      rows.map((c) => ({ ...c, type: withTypes(c.type) })),
    )
  })
})

test('every synced table is published with its whole old row', async () => {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_publication_rel r join pg_class c on c.oid = r.prrelid
    where c.relreplident = 'f' order by 1`
  expect(rows.map((row) => row.name)).toEqual([...new Set([...shapes.values()].map((t) => t.name))].toSorted())
})
