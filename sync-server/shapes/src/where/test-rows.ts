// Rows of all types in a Postgres, for what is compared with it.
import * as fc from 'fast-check'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import { readTable, type Row, type Table } from '../catalog.ts'
import { printSettings } from '../stream/replication.ts'
import { names, rowsOnly, values, type Name } from './test-clauses.ts'

/** The table `w` with random rows, as it is read from the change stream. */
export function useTestRows(count: number) {
  const made = {} as { database: TestDatabase; sql: postgres.Sql; table: Table; rows: Row[] }
  beforeAll(async () => {
    const database = await testDatabase()
    const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {}, connection: { ...printSettings } })
    await fill(sql, count)
    const table = await readTable(sql, 'none', { schema: 'public', name: 'w' })
    if (!table) throw new Error('the table was just made')
    // char(n) keeps its padding in rows.
    const texts = table.columns.map(({ name }) =>
      name === 'c' ? `case when c is not null then concat(c, '') end as c` : `"${name}"::text`,
    )
    const rows = [...(await sql.unsafe<Row[]>(`select ${texts.join(', ')} from w order by w.id`))]
    Object.assign(made, { database, sql, table, rows })
  })
  afterAll(async () => {
    await made.sql.end()
    await made.database.drop()
  })
  return made
}

async function fill(sql: postgres.Sql, count: number) {
  await sql.unsafe(`create type mood as enum ('good', 'bad');
    create table w (id int primary key, t text, v varchar(8), c char(4), x text collate "en-x-icu", n int4, s int2, big int8, num numeric,
      f float8, r float4, b bool, u uuid, at timestamptz, ts timestamp, d date, ti time, iv interval, e mood, by bytea,
      tags text[], vs varchar(8)[], ns int4[], nums numeric[], bs bool[], j jsonb default 'null', "select" int default 1)`)
  const column = (name: Name) => fc.constantFrom(...values[name], ...(rowsOnly[name] ?? []), null)
  const row = fc.record(Object.fromEntries(names.map((name) => [name, column(name)])))
  const rows = fc.sample(row, { numRuns: count, seed: 7 }).map((one, id) => ({ id, ...one }))
  const list = sql(['id', ...names])
  await sql`insert into w (${list}) select ${list} from jsonb_populate_recordset(null::w, ${sql.json(rows)})`
}
