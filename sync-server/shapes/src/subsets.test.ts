// Subsets by what Postgres alone understands: the same rows as a SELECT, of the shape's own, and nothing else, whoever asks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestEngine, type Message, type TestEngine } from './test-engine.ts'

let world: TestEngine
beforeAll(async () => {
  world = await startTestEngine(
    `create table people (id int primary key, company_id text not null, name text collate "und-x-icu" not null,
       note text, n int not null, data jsonb not null default '{}', secret text not null default 's3cret')`,
    { managePublication: true },
  )
  await world.sql`insert into people (id, company_id, name, note, n, data) values
    (1, 'a', 'Ágata', 'um', 1, '{"city": "Recife"}'), (2, 'a', 'bruno', 'DOIS', 2, '{}'), (3, 'a', 'Zoé', null, 3, '{}'),
    (4, 'b', 'Ágata', 'top5ecret', 7, '{}')`
})
afterAll(() => world.stop())

const columns = ['id', 'company_id', 'name', 'note', 'n', 'data']
const shape = `table=people&offset=-1&queryable_columns=${columns.join()}&where=company_id='a'`

/** Dearer to ask than what is asked beside it: Postgres would ask that first. */
const dear = shape.replace('company_id=', encodeURIComponent(`company_id || '' || '' || '' || '' || '' || ''=`))

async function ask(clause: string, params: readonly string[] = [], of = shape) {
  const body = JSON.stringify({ where: clause, params, order_by: 'id' })
  const response = await world.get(of, { method: 'POST', body })
  const text = await response.text()
  const data = response.ok ? (JSON.parse(text) as { data: Message[] }).data : []
  return { status: response.status, text, ids: data.map(({ value }) => Number(value?.['id'])) }
}

test.each([
  [`lower(name) = $1`, ['ágata']],
  [`name ilike $1`, ['%ÉS%']],
  [`name ilike '%OÉ'`, []],
  [`name > 'b'`, []],
  [`name between 'a' and 'c' or upper(note) = 'DOIS'`, []],
  [`name collate "C" >= 'b' and note is not null`, []],
  [`name like left(name, 1) || '%' and name not like lower(note) || '%'`, []],
  [`data ->> 'city' = $1`, ['Recife']],
  [`data @> '{"city": "Recife"}' and not data ? 'street'`, []],
  [`cast(left(md5(note), 1) as text) in ('a', 'b', 'c', 'd', 'e', 'f') is not null`, []],
  [`initcap(name) = any (array['Bruno', 'Zoé'])`, []],
  [`to_char(n, '000') = ' 002' or n * 2 > 5 and not lower(name) = 'x'`, []],
  [`(array[n, 7])[1] = 3 or nullif(note, 'um') is null`, []],
] as [string, string[]][])('%s has the rows of a SELECT', async (clause, params) => {
  const values = params.map((param) => `'${param}'`)
  const sql = clause.replaceAll(/\$(\d)/g, (_, number) => values[Number(number) - 1] ?? '')
  const expected = await world.sql.unsafe(`select id from people where company_id = 'a' and (${sql}) order by id`)
  const { status, ids } = await ask(clause, params)
  expect([status, ids]).toEqual([200, expected.map(({ id }) => Number(id))])
})

describe('is refused, and says nothing of what the shape has not:', () => {
  test.each<string>([
    `lower(secret) = 's3cret'`,
    `people.secret > 'a'`,
    `lower(people) like '%'`,
    `lower((select secret from people limit 1)) = 's'`,
    `exists (select 1 from people where lower(secret) > 'a')`,
    `n in (select id from people)`,
    `lower(name) = 'x') or (true`,
    `lower(name) = 'x' union select 1`,
    `lower(name) = 'x'; drop table people`,
    `lower(name) = 'x' -- comment`,
    `lower(name) = $$x$$`,
    `lower(name) = E'\\'' or true --'`,
    `pg_sleep(10) is null`,
    `pg_catalog.pg_sleep(10) is null`,
    `pg_read_file('/etc/passwd') > name`,
    `current_setting('data_directory') > name`,
    `set_config('a.b', 'c', false) > name`,
    `pg_terminate_backend(n)`,
    `nextval('people_id_seq') > n`,
    `lo_import('/etc/passwd') > n`,
    `query_to_xml('select 1', true, true, '') is not null`,
    `random() > n`,
    `name > current_user`,
    `name ~ '(a+)+$'`,
    `regexp_replace(name, 'a', 'b') > 'a'`,
    `repeat(name, 1000000000) > name`,
    `lpad(name, n * 1000000000) > name`,
    `format('%1000000000s', name) > name`,
    `string_agg(name, '') > 'a'`,
    `row_number() over () > n`,
    `generate_series(1, 1000000000) > n`,
    `'pg_authid'::regclass > n`,
    `name::regclass is null`,
    `name operator(public.=) 'x'`,
    `name > 'a' collate "no-such"`,
    `name > 'a' collate public."x"`,
    `lower(name)`,
    `lower(n) = 'x'`,
    `lower(name) > $2`,
    `length(lower(name)) * (1e65000 - 1) * (1e65000 - 1) > 1`,
    `lower(name) > '${'x'.repeat(10_001)}'`,
    `sqrt(1e131000) > 1 and lower(name) > 'a'`,
    `translate(name, 'a', 'b') > 'a'`,
  ])('%s', async (clause) => {
    const { status, text } = await ask(clause, ['x'])
    expect([status, text]).toEqual([400, expect.stringContaining('"subset":{"where":["')])
    expect(text).not.toMatch(/s3cret|top5ecret/)
  })

  test('a constant is one, whatever it has in it', async () => {
    for (const text of [`' or true or '`, `\\' or true --`, `$$`, `"`, `')`, `';drop table people;--`]) {
      expect(await ask(`lower(name) = $1`, [text])).toMatchObject({ status: 200, ids: [] })
      expect(await ask(`lower(name) = '${text.replaceAll("'", "''")}'`)).toMatchObject({ status: 200, ids: [] })
    }
    const [count] = await world.sql`select count(*)::int as count from people`
    expect(count).toEqual({ count: 4 })
  })

  test('rows of others are not asked, so that no error tells of them', async () => {
    expect(await ask(`1 / (n - 7) < 1`, [], dear)).toMatchObject({ status: 200, ids: [1, 2, 3] })
    expect(await ask(`cast('1' || substr(note, 5) as int4) = 1`, [], dear)).toMatchObject({
      status: 200,
      ids: [1, 2],
    })
    const own = await ask(`1 / (n - 3) < 1`)
    expect([own.status, own.text]).toEqual([400, expect.stringContaining('division by zero')])
  })
})

test('a table that is dropped while another is looked up keeps nobody waiting or refused', async () => {
  await world.sql.unsafe(`create table gone (id int primary key); alter table gone replica identity full;
    create table fresh (id int primary key); alter publication balcao add table gone`)
  let asking: Promise<Response[]> = Promise.resolve([])
  await world.sql.begin(async (tx) => {
    await tx`drop table gone`
    asking = Promise.all(['fresh', 'gone', 'absent'].map((table) => world.get(`table=${table}&offset=-1`)))
    await expect
      .poll(async () => {
        const waiting = await world.sql`select 1 from pg_stat_activity
          where datname = current_database() and application_name = 'balcao-snapshots' and wait_event_type = 'Lock'`
        return waiting.length
      })
      .toBeGreaterThan(0)
  })
  const [fresh, ...others] = await asking
  expect(fresh?.status).toBe(200)
  for (const other of others)
    expect([other.status, await other.text()]).toEqual([400, expect.stringContaining('does not exist')])
})
