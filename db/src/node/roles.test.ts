// Of the role that server and worker have every day: what an attacker's statement could do with it, were there one.
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies } from '../companies/table.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { refusePowerfulRole } from './roles.ts'
import { testDatabase, type TestDatabase } from './testing/test-database.ts'
import { testCompany } from './testing/test-world.ts'

let database: TestDatabase
let everyday: postgres.Sql
beforeAll(async () => {
  database = await testDatabase()
  everyday = postgres(database.url, { max: 1, onnotice: () => {} })
  const db = connect(database.url, { max: 1 })
  await testCompany(db)
  await db.end()
  // Statistics of real rows, as autovacuum makes them.
  const superuser = postgres(database.superuserUrl, { max: 1 })
  await superuser`analyze`
  expect(await superuser`select 1 from pg_stats where tablename = 'companies'`).not.toEqual([])
  await superuser.end()
})
afterAll(async () => {
  await everyday.end()
  await database.drop()
})

const refused = { code: '42501' }

describe('is refused:', () => {
  test.each([
    // Values of other companies' rows, and what others ask and are.
    `select histogram_bounds::text, most_common_vals::text from pg_stats where tablename = 'companies'`,
    `select * from pg_stats_ext`,
    `select * from pg_stats_ext_exprs`,
    `select * from pg_statistic`,
    `select * from pg_statistic_ext_data`,
    `select query from pg_stat_activity`,
    `select * from pg_stat_get_activity(null)`,
    `select pg_stat_get_backend_activity(1)`,
    `select * from pg_stat_replication`,
    `select * from pg_stat_user_tables`,
    `select * from pg_locks`,
    `select * from pg_authid`,
    `select * from pg_shadow`,
    `select * from pg_user_mapping`,
    `select * from pg_hba_file_rules`,
    // The server's files, programs and backends.
    `select pg_read_file('postgresql.conf')`,
    `select pg_ls_dir('.')`,
    `select pg_stat_file('PG_VERSION')`,
    `copy companies to program 'true'`,
    `copy companies from '/etc/passwd'`,
    `copy companies to '/tmp/companies'`,
    `select lo_import('/etc/passwd')`,
    `select lo_create(0)`,
    `select lo_from_bytea(0, 'x')`,
    `select pg_terminate_backend(1)`,
    `select pg_cancel_backend(1)`,
    `select pg_reload_conf()`,
    `alter system set log_statement = 'all'`,
    `select pg_create_logical_replication_slot('mine', 'pgoutput')`,
    // Other rights than its own.
    `set role balcao`,
    `set session authorization postgres`,
    `create role mine superuser`,
    `alter role balcao_app superuser`,
    `alter role balcao password 'mine'`,
    `grant balcao to balcao_app`,
    // What is the migrations'.
    `create extension dblink`,
    `create extension hstore`,
    `create table mine (n int)`,
    `create temporary table mine (n int)`,
    `create function mine() returns int language sql return 1`,
    `create schema mine`,
    `create database mine`,
    `alter table companies add column mine int`,
    `alter table companies disable trigger all`,
    `drop table companies`,
    `truncate companies`,
    `create index on companies (name)`,
    `create trigger mine before insert on companies for each row execute function keep_company_features()`,
    `drop function keep_company_features`,
    `create publication mine for all tables`,
    `alter publication balcao drop table companies`,
    `delete from schema_migrations`,
    `drop schema pgboss cascade`,
    `create table pgboss.mine (n int)`,
    `reindex table companies`,
  ])('%s', async (statement) => {
    await expect(everyday.unsafe(statement)).rejects.toMatchObject(refused)
  })

  test.each(['postgres', 'template1'])('another database: %s', async (name) => {
    const elsewhere = postgres(database.url.replace(/[^/]+$/, name), { max: 1 })
    await expect(elsewhere`select 1`).rejects.toMatchObject(refused)
    await elsewhere.end()
  })
})

test('reading and writing rows is what it may', async () => {
  const db = connect(database.url, { max: 1 })
  await db.orm.update(companies).set({ name: 'Outra' })
  expect(await db.orm.select({ name: companies.name }).from(companies)).toEqual([{ name: 'Outra' }])
  await refusePowerfulRole(db.sql)
  await db.end()
})

test('a statement ends after half a minute', async () => {
  expect(await everyday`show statement_timeout`).toEqual([{ statement_timeout: '30s' }])
})

test.each(['ownerUrl', 'shapesUrl', 'superuserUrl'] as const)(
  'server and worker do not start with %s',
  async (which) => {
    const sql = postgres(database[which], { max: 1 })
    await expect(refusePowerfulRole(sql)).rejects.toThrow('everyday role')
    await sql.end()
  },
)

test('the shape engine reads what is published, and nothing else', async () => {
  const shapes = postgres(database.shapesUrl, { max: 1 })
  expect(await shapes`select name from companies`).toEqual([{ name: 'Outra' }])
  await expect(shapes`select * from session_keys`).rejects.toMatchObject(refused)
  await expect(shapes`update companies set name = 'x'`).rejects.toMatchObject(refused)
  await shapes.end()
})

test('a table that is new is the everyday role’s to read and write after the next migration', async () => {
  const owner = postgres(database.ownerUrl, { max: 1 })
  await owner`create table added (n int)`
  await owner.end()
  await expect(everyday`select * from added`).rejects.toMatchObject(refused)
  await migrate(database.ownerUrl)
  expect(await everyday`insert into added values (1) returning n`).toEqual([{ n: 1 }])
})
