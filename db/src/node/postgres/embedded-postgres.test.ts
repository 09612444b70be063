// The data of one machine: whose they are, and that those of an earlier version, with the superuser `balcao` and a password that everybody
// knew, are taken over at the next start.
import { EmbeddedPostgres } from './embedded-package.ts'
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase, freePort, startEmbeddedPostgres } from './embedded-postgres.ts'
import { startJobs } from '../jobs.ts'
import { connect } from '../connect.ts'
import { seedDemo } from '../seed.ts'
import { setUpDatabase } from '../set-up-database.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-data-'))
  // Postgres' user passes through.
  await chmod(folder, 0o711)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const noFsync = ['fsync=off', 'full_page_writes=off']
const mode = async (...path: string[]) => (await stat(join(folder, ...path))).mode & 0o777

/** As an earlier version left them: everything made by the superuser. */
async function earlierData() {
  const port = await freePort()
  const options = { user: 'balcao', password: 'balcao', authMethod: 'password', persistent: true } as const
  const server = new EmbeddedPostgres({
    ...options,
    port,
    databaseDir: join(folder, 'data'),
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['wal_level=logical', ...noFsync].flatMap((flag) => ['-c', flag]),
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('balcao')
  const url = `postgres://balcao:balcao@127.0.0.1:${port}/balcao`
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`create table schema_migrations (name text primary key, applied_at timestamptz not null default now())`
  const migrations = new URL('../../../migrations/', import.meta.url)
  for (const name of (await readdir(migrations)).toSorted()) {
    await sql.unsafe(await readFile(new URL(name, migrations), 'utf8'))
    await sql`insert into schema_migrations (name) values (${name})`
  }
  await sql.end()
  const boss = new PgBoss(url)
  await boss.start()
  await boss.createQueue('connection.start')
  await boss.send('connection.start', { waits: true })
  await boss.stop({ graceful: false })
  await seedDemo(url)
  await server.stop()
}

test('a new folder is nobody else’s, and its superuser’s password is made with it', async () => {
  const server = await startEmbeddedPostgres(folder, noFsync)
  try {
    expect([await mode(), await mode('password'), await mode('data')].map((bits) => bits & 0o067)).toEqual([0, 0, 0])
    expect(await readdir(folder)).toEqual(['data', 'password'])
    const password = await readFile(join(folder, 'password'), 'utf8')
    expect(password).toMatch(/^[0-9a-f]{64}$/)
    expect(new URL(server.url('postgres')).password).toBe(password)
    const hba = await readFile(join(folder, 'data', 'pg_hba.conf'), 'utf8')
    expect(hba.match(/^(local|host).*$/gm)?.filter((line) => !line.endsWith('scram-sha-256'))).toEqual([])
  } finally {
    await server.stop()
  }
  // Another password beside the data is said, and changes nothing.
  await rm(join(folder, 'password'))
  await expect(startEmbeddedPostgres(folder, noFsync)).rejects.toThrow('the password beside the data')
})

test('data of an earlier version are taken over: rows and jobs stay, who owned all can do nothing any more', async () => {
  await earlierData()
  const server = await startEmbeddedPostgres(folder, noFsync)
  try {
    await createDatabase(server, 'balcao')
    await setUpDatabase(server.url('balcao'))
    // And at each start.
    const urls = await setUpDatabase(server.url('balcao'))

    const before = postgres(server.url('balcao').replace(/\/\/.*@/, '//balcao:balcao@'), { max: 1 })
    await expect(before`select 1`).rejects.toMatchObject({ code: '28P01' })

    const sql = postgres(server.url('balcao'), { max: 1 })
    const supers = await sql`select rolname as name from pg_roles where rolsuper`
    expect(supers.map(({ name }) => name)).toEqual(['postgres'])
    const others = await sql`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relowner <> 'balcao'::regrole
      union all
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'pgboss') and p.proowner <> 'balcao'::regrole
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select typname from pg_type where typnamespace = 'pgboss'::regnamespace and typowner <> 'balcao'::regrole
      union all select nspname from pg_namespace where nspname = 'pgboss' and nspowner <> 'balcao'::regrole
      union all select pubname from pg_publication where pubowner <> 'balcao'::regrole
      union all select datname from pg_database where datname = 'balcao' and datdba <> 'balcao'::regrole`
    expect(others.map(({ name }) => name)).toEqual([])
    await sql.end()

    const db = connect(urls.app)
    expect(await db.sql`select name from companies order by name`).toEqual([
      { name: 'Balcão' },
      { name: 'Estúdio Lume' },
      { name: 'Mercado Central' },
      { name: 'Padaria Aurora' },
    ])
    const errors: unknown[] = []
    const jobs = await startJobs(urls.app, (error) => errors.push(error))
    expect(await jobs.boss.fetch('connection.start')).toMatchObject([{ data: { waits: true } }])
    // Before it stops: a connection that is being closed may hear that the server goes.
    expect(errors).toEqual([])
    await jobs.boss.stop({ graceful: false })
    await db.end()
  } finally {
    await server.stop()
  }
})

test('a process that has it ends with the code that it set', () => {
  const program = `import ${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)}; process.exitCode = 3`
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', program]).status).toBe(3)
})
