// A replica for reports as docs/operations.md has it: the role, rights, lines and settings that it names. The embedded package brings no
// pg_basebackup, so that what it does is done by hand here, under the same role: a slot, the folder between start and stop of a backup, the label.
import { EmbeddedPostgres } from './embedded-package.ts'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '../connect.ts'
import { checkDatabase } from '../doctor/database.ts'
import { postgresUser } from '../private-folder.ts'
import { setUpDatabase } from '../set-up-database.ts'
import { testCompany } from '../testing/test-world.ts'
import { createDatabase, freePort, startEmbeddedPostgres } from './embedded-postgres.ts'

let folder: string
/** What ends what was begun, in its order. */
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  ends = []
  folder = await mkdtemp(join(tmpdir(), 'balcao-standby-'))
  // Postgres' user passes through.
  await chmod(folder, 0o711)
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  await rm(folder, { recursive: true, force: true })
})

const noFsync = 'fsync=off'
const password = randomBytes(16).toString('hex')
const primaryData = () => join(folder, 'primary', 'data')
const standbyData = () => join(folder, 'standby')

function open(url: string, options?: Parameters<typeof postgres>[1]) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, ...options })
  ends.push(() => sql.end({ timeout: 5 }))
  return sql
}

/** The same database for the role of reports, at another server if one is said. */
const asReports = (url: string, port = new URL(url).port) =>
  Object.assign(new URL(url), { username: 'relatorios', password, port }).href

async function startPrimary() {
  const server = await startEmbeddedPostgres(join(folder, 'primary'), [noFsync])
  ends.push(() => server.stop())
  await createDatabase(server, 'balcao')
  const urls = await setUpDatabase(server.url('balcao'))
  const db = connect(urls.app, { max: 1 })
  ends.push(() => db.end())
  const company = await testCompany(db)
  const ticket = await company.ticket()
  return { url: server.url('balcao'), sql: open(server.url('balcao')), write: () => company.message(ticket) }
}

/** By a connection of its own: who is in already stays in. */
async function refusalOf(url: string): Promise<unknown> {
  const sql = postgres(url, { max: 1 })
  try {
    return await sql`select 1`
  } catch (error) {
    return error
  } finally {
    await sql.end()
  }
}

/** The primary's process, and what Postgres makes anew when it is missing. */
const notCopied = /^(postmaster\.(pid|opts)|pg_internal\.init.*)$/
const copiedEmpty = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_subtrans']

/** One connection from start to stop: Postgres ends the backup of a session that goes. */
async function copyData(sql: postgres.Sql) {
  await sql`select pg_backup_start('relatorios', fast => true)`
  await cp(primaryData(), standbyData(), {
    recursive: true,
    filter: (path) => !notCopied.test(basename(path)) && !copiedEmpty.includes(basename(dirname(path))),
  })
  const [stopped] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop()`
  await writeFile(join(standbyData(), 'backup_label'), stopped?.label ?? '')
}

/** What -R writes. */
async function followPrimary(url: string) {
  await writeFile(join(standbyData(), 'standby.signal'), '')
  await appendFile(
    join(standbyData(), 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${new URL(url).port} user=relatorios password=${password}'
primary_slot_name = 'relatorios'\n`,
  )
  const user = postgresUser()
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, standbyData()])
}

/** @throws Error with its log when it ends instead. */
async function startStandby(port: number) {
  const ready = Promise.withResolvers<void>()
  let log = ''
  let hasEnded = false
  const server = new EmbeddedPostgres({
    databaseDir: standbyData(),
    port,
    persistent: true,
    createPostgresUser: postgresUser() !== null,
    postgresFlags: ['-c', noFsync, '-c', 'unix_socket_directories='],
    // The package itself waits for the words of a server that takes writes, for ever.
    onLog: (text: string) => {
      log += text
      if (log.includes('ready to accept read-only connections')) ready.resolve()
    },
  })
  const stop = async () => {
    if (!hasEnded) await server.stop()
  }
  ends.push(stop)
  server.start().catch(() => {
    hasEnded = true
    ready.reject(new Error(log))
  })
  await ready.promise
  return { stop }
}

test('a standby for reports follows, takes no writes, and catches up with what it missed', async () => {
  const primary = await startPrimary()
  await primary.write()

  await primary.sql.unsafe(`create role relatorios login replication password '${password}';
    grant pg_read_all_data to relatorios; grant connect on database balcao to relatorios`)
  await writeFile(
    join(primaryData(), 'pg_hba.conf'),
    `host all postgres,balcao,balcao_app 127.0.0.1/32 scram-sha-256
host replication relatorios 127.0.0.1/32 scram-sha-256\n`,
  )
  await primary.sql`select pg_reload_conf()`
  // That line lets it in to copy and to follow, and to ask nothing.
  await vi.waitFor(async () => expect(await refusalOf(asReports(primary.url))).toMatchObject({ code: '28000' }))

  const replication = open(asReports(primary.url), { fetch_types: false, connection: { replication: 'true' } })
  await replication.unsafe('CREATE_REPLICATION_SLOT relatorios PHYSICAL RESERVE_WAL').simple()
  await copyData(primary.sql)
  await followPrimary(primary.url)
  const configure = (lines: string) => appendFile(join(standbyData(), 'postgresql.conf'), `${lines}\n`)
  await configure('hot_standby_feedback = off\nmax_standby_streaming_delay = 15min')
  await appendFile(join(standbyData(), 'pg_hba.conf'), 'host balcao relatorios 127.0.0.1/32 scram-sha-256\n')
  const slot = async () => {
    const [row] = await primary.sql<{ active: boolean; status: string; kept: number; hasFile: boolean }[]>`
      select active, wal_status as status, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as kept,
        exists (select from pg_ls_waldir() w where w.name = pg_walfile_name(restart_lsn)) as "hasFile"
      from pg_replication_slots where slot_name = 'relatorios'`
    return row
  }
  const nobodyReads = () => vi.waitFor(async () => expect(await slot()).toMatchObject({ active: false }))

  const port = await freePort()
  // What the primary's command line sets is not in the folder.
  await expect(startStandby(port)).rejects.toThrow('insufficient parameter settings')
  // A standby that finds its slot taken asks again after five seconds.
  await nobodyReads()
  await configure('max_connections = 200\nmax_wal_senders = 20')
  const standby = await startStandby(port)

  const reports = open(asReports(primary.url, String(port)))
  const messages = async () => (await reports`select count(*)::int as n from messages`)[0]?.['n']
  expect(await messages()).toBe(1)
  await primary.write()
  await vi.waitFor(async () => expect(await messages()).toBe(2))
  expect(await slot()).toMatchObject({ active: true })
  await expect(reports`delete from messages`).rejects.toMatchObject({ code: '25006' })
  await expect(reports`create temporary table mine (n int)`).rejects.toMatchObject({ code: '25006' })

  await standby.stop()
  await nobodyReads()
  // A checkpoint takes files away that nobody needs.
  for (let files = 0; files < 3; files++) {
    await primary.write()
    await primary.sql`select pg_switch_wal()`
  }
  await primary.sql`checkpoint`
  const left = await slot()
  expect(left).toMatchObject({ active: false, status: 'reserved', hasFile: true })
  expect(left?.kept).toBeGreaterThan(2 * 16 * 1024 ** 2)
  const told = (await checkDatabase(primary.url, process.env)).map(({ what }) => what)
  expect(told).toContainEqual(expect.stringMatching(/^Réplica relatorios: .* de WAL retidos, ninguém lê$/))

  await startStandby(port)
  await vi.waitFor(async () => expect(await messages()).toBe(5))
  await vi.waitFor(async () => expect(await slot()).toMatchObject({ active: true }))
})
