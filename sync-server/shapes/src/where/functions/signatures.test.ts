// The table against Postgres' own catalog: no function is missing that Postgres would choose from, and each makes the type that it says.
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typeNamed } from '../types/types.ts'
import { categoryOf, isPreferred, isTakenFor } from './postgres-types.ts'
import { signatures } from './table.ts'

let database: TestDatabase
let sql: postgres.Sql
beforeAll(async () => {
  database = await testDatabase()
  sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const all = [...signatures].flatMap(([name, candidates]) =>
  candidates.map(({ args, made }) => ({ name, args: args.join(' '), result: made?.result.name ?? null })),
)
const inOrder = (lines: Iterable<string>) => [...lines].toSorted()

test('every function and operator of these names is known, and no other', async () => {
  const names = [...signatures.keys()]
  const found = await sql<{ name: string; args: string; result: string }[]>`
    select oprname as name, concat_ws(' ', l.typname, r.typname) as args, x.typname as result
      from pg_operator left join pg_type l on l.oid = oprleft join pg_type r on r.oid = oprright join pg_type x on x.oid = oprresult
      where oprname = any(${names}) and oprnamespace = 'pg_catalog'::regnamespace
    union all
    select proname, (select string_agg(typname, ' ' order by place) from unnest(proargtypes) with ordinality as a(type, place)
        join pg_type on pg_type.oid = type), x.typname
      from pg_proc join pg_type x on x.oid = prorettype
      where proname = any(${names}) and pronamespace = 'pg_catalog'::regnamespace`
  expect(inOrder(all.map(({ name, args }) => `${name}(${args})`))).toEqual(
    inOrder(found.map(({ name, args }) => `${name}(${args})`)),
  )
  const made = all.filter(({ result }) => result !== null).map((one) => `${one.name}(${one.args}) ${one.result}`)
  const results = new Set(found.map(({ name, args, result }) => `${name}(${args}) ${result}`))
  expect(made.filter((one) => !results.has(one))).toEqual([])
})

test('categories, preferred types and implicit casts are those of Postgres', async () => {
  const types = inOrder(new Set(all.flatMap(({ args }) => args.split(' '))))
  const found = await sql<{ name: string; category: string; preferred: boolean }[]>`
    select typname as name, typcategory as category, typispreferred as preferred from pg_type
    where typname = any(${types}) and typnamespace = 'pg_catalog'::regnamespace order by typname collate "C"`
  expect(types.map((name) => ({ name, category: categoryOf(name), preferred: isPreferred(name) }))).toEqual([...found])
  const readable = types.filter((name) => typeNamed(name) !== null)
  const casts = await sql<{ cast: string }[]>`
    select concat_ws(' ', s.typname, t.typname) as cast from pg_cast join pg_type s on s.oid = castsource join pg_type t on t.oid = casttarget
    where castcontext = 'i' and s.typname = any(${readable}) and t.typname = any(${types}) and s.oid <> t.oid`
  const known = readable.flatMap((from) =>
    types.filter((to) => from !== to && isTakenFor(from, to)).map((to) => `${from} ${to}`),
  )
  expect(known).toEqual(inOrder(casts.map(({ cast }) => cast)))
})
