// Rows of all types in a Postgres, for what is compared with it.
import * as fc from 'fast-check'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import postgres from 'postgres'
import { afterAll, beforeAll } from 'vitest'
import { readTables, type Row, type Table } from '../catalog.ts'
import { printSettings } from '../stream/replication.ts'
import { names, rowsOnly, values, type Name } from './test-clauses.ts'

interface TestRows {
  database: TestDatabase
  sql: postgres.Sql
  table: Table
  /** As they are read from the change stream. */
  rows: Row[]
  /** What Postgres makes of an expression in each row, as text; ERROR where it raises an error for the row's values. */
  valuesOf(expression: string): Promise<(string | null)[]>
}

/** The table `w` with random rows, and what Postgres says of them. */
export function useTestRows(count: number): TestRows {
  const made = {} as TestRows
  beforeAll(async () => {
    const database = await testDatabase()
    const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {}, connection: { ...printSettings } })
    await fill(sql, count)
    const [table] = await readTables(sql, 'none', [{ schema: 'public', name: 'w' }])
    if (!table) throw new Error('the table was just made')
    // char(n) keeps its padding in rows.
    const texts = table.columns.map(({ name }) =>
      name === 'c' ? `case when c is not null then concat(c, '') end as c` : `"${name}"::text`,
    )
    const rows = [...(await sql.unsafe<Row[]>(`select ${texts.join(', ')} from w order by w.id`))]
    const valuesOf = (expression: string) => evaluated(sql, expression)
    Object.assign(made, { database, sql, table, rows, valuesOf })
  })
  afterAll(async () => {
    await made.sql.end()
    await made.database.drop()
  })
  return made
}

/** Data out of range, limits, and what the type has no way to be. */
const ofValues = /^(?:22|54|0A)/

async function evaluated(sql: postgres.Sql, expression: string): Promise<(string | null)[]> {
  const all = sql.unsafe<{ value: string | null }[]>(`select (${expression})::text as value from w order by id`)
  const found = await all.then(
    (rows) => [...rows],
    (error: postgres.PostgresError) => {
      if (!ofValues.test(error.code)) throw error
      return null
    },
  )
  const rows = found ?? (await sql<{ value: string | null }[]>`select evaluated(${expression}) as value`)
  return rows.map(({ value }) => value)
}

/** Row by row, so that an error is told as that row's. */
const evaluatedFunction = `create function evaluated(expression text) returns setof text language plpgsql as $$
  declare one int; found text;
  begin
    for one in select id from w order by id loop
      begin
        execute format('select (%s)::text from w where id = %s', expression, one) into found;
        return next found;
      exception when data_exception or program_limit_exceeded or feature_not_supported then
        return next 'ERROR';
      end;
    end loop;
  end $$`

async function fill(sql: postgres.Sql, count: number) {
  await sql.unsafe(`create type mood as enum ('good', 'bad');
    create table w (id int primary key, t text, v varchar(8), c char(4), x text collate "en-x-icu", n int4, s int2, big int8, num numeric,
      f float8, r float4, b bool, u uuid, at timestamptz, ts timestamp, d date, ti time, iv interval, e mood, by bytea,
      tags text[], vs varchar(8)[], ns int4[], nums numeric[], bs bool[], j jsonb default 'null', "select" int default 1)`)
  await sql.unsafe(evaluatedFunction)
  const column = (name: Name) => fc.constantFrom(...values[name], ...(rowsOnly[name] ?? []), null)
  const row = fc.record(Object.fromEntries(names.map((name) => [name, column(name)])))
  const rows = fc.sample(row, { numRuns: count, seed: 7 }).map((one, id) => ({ id, ...one }))
  const list = sql(['id', ...names])
  await sql`insert into w (${list}) select ${list} from jsonb_populate_recordset(null::w, ${sql.json(rows)})`
}
