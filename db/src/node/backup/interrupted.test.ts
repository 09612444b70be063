// Backups that do not get to their end: killed, stopped by a lock, without room, beside another; and one of the first form.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../kit/new-id.ts'
import { connect, type Database } from '../connect.ts'
import { openMediaStore } from '../media/media-store.ts'
import { takeInFile } from '../media/take-in-file.ts'
import { nameDatabase, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testCompany, type TestCompany } from '../testing/test-world.ts'
import { makeBackup, type BackupOptions } from './backup.ts'
import { backupsIn, findBackup, manifestFile, tableFile } from './format.ts'
import { watched, type Watching } from './progress.ts'
import { restoreBackup } from './restore.ts'

let folder: string
let source: TestDatabase
let db: Database
let company: TestCompany
const at = (...path: string[]) => join(folder, ...path)
const media = (name = 'media') => ({
  MEDIA_DIR: at(name),
  S3_REGION: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-interrupted-'))
  await chmod(folder, 0o700)
  source = await testDatabase(nameDatabase())
  db = connect(source.url)
  company = await testCompany(db)
  const ticketId = await company.ticket()
  for (let n = 0; n < 20; n++) await company.message(ticketId, { body: `Olá ${n}, não há pão?` })
})
afterAll(async () => {
  await db.end()
  await source.drop()
  await rm(folder, { recursive: true })
})

const quiet = { print: () => {} }
const backup = (to: string, watching: Watching = quiet, change: Partial<BackupOptions> = {}) =>
  makeBackup({
    databaseUrl: source.superuserUrl,
    media: media(),
    to: at(to),
    dataFolder: at('data'),
    secrets: null,
    keyId: null,
    keep: null,
    now: new Date(),
    watching,
    ...change,
  })

/** Nobody reads the messages as long as it stands: a backup is in the middle. */
async function locked() {
  const sql = postgres(source.superuserUrl, { max: 2, onnotice: () => {} })
  const lock = await sql.reserve()
  await lock`begin`
  await lock`lock table messages in access exclusive mode`
  return {
    /** Until a backup stands at them. */
    stands: () =>
      vi.waitFor(async () => {
        const found = await sql`select from pg_stat_activity where application_name = 'balcao backup'
          and datname = current_database() and wait_event_type = 'Lock'`
        expect(found).toHaveLength(1)
      }),
    async [Symbol.asyncDispose]() {
      await lock`rollback`
      lock.release()
      await sql.end({ timeout: 5 })
    },
  }
}

const unfinishedIn = async (to: string) => (await readdir(at(to))).filter((name) => name.endsWith('.unfinished'))
test('one that is killed leaves nothing that passes for a backup, and the next one clears up', async () => {
  const script = fileURLToPath(new URL('../../../../scripts/backup.ts', import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  {
    await using messages = await locked()
    const child = spawn(process.execPath, [script, '--to', at('killed')], {
      env: {
        PATH,
        HOME,
        BALCAO_DATA: at('data'),
        DATABASE_URL: source.superuserUrl,
        SESSION_KEYS_SECRET: 'a'.repeat(64),
      },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
    await messages.stands()
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    const [name = ''] = await unfinishedIn('killed')
    await expect(findBackup(at('killed'))).rejects.toThrow('não há cópia inteira')
    await expect(findBackup(at('killed', name))).rejects.toThrow('não foi terminada')
    // Also when all but its name was there.
    await writeFile(manifestFile(at('killed', name)), '{}')
    await expect(findBackup(at('killed', name))).rejects.toThrow('não foi terminada')
  }
  // Its connections are Postgres' to notice.
  await vi.waitFor(() => backup('killed'))
  expect(await unfinishedIn('killed')).toEqual([])
  expect(await backupsIn(at('killed'))).toHaveLength(1)
})

test('one that stands still ends and says where; another does not begin meanwhile', async () => {
  await using messages = await locked()
  const standingStill = backup('still', { print: () => {}, patience: 6000 })
  const ended = expect(standingStill).rejects.toThrow(
    /^sem avanço há \d+ s em public\.messages, depois de 0 \(Postgres: active, Lock\/relation\): interrompido$/,
  )
  await messages.stands()
  await expect(backup('beside')).rejects.toThrow('outra cópia deste banco está em andamento')
  await ended
  await expect(findBackup(at('still'))).rejects.toThrow('não há cópia inteira')
})

test('what takes long within Postgres is progress, what waits for nothing there is none', async () => {
  const lines: string[] = []
  const options = { url: source.superuserUrl, name: 'balcao watched', print: (line: string) => void lines.push(line) }
  const sql = postgres(`${source.superuserUrl}?application_name=balcao%20watched`, { max: 1 })
  const slept = await watched({ ...options, patience: 600, printEvery: 200 }, async (progress) => {
    progress.begin('public.sleep', 3)
    for (let n = 0; n < 3; n++) {
      await sql`select pg_sleep(0.9)`
      progress.add(1)
    }
    return 'slept'
  })
  expect(slept).toBe('slept')
  expect(lines.join('\n')).toMatch(/ {2}public\.sleep: 2 de cerca de 3 \(\d+ por segundo\)/)
  await expect(
    watched({ ...options, patience: 600 }, async (progress, signal) => {
      progress.begin('arquivos')
      await delay(60_000, null, { signal })
    }),
  ).rejects.toThrow(
    /^sem avanço há \d+ s em arquivos, depois de 0 \(Postgres: idle, Client\/ClientRead\): interrompido$/,
  )
  await sql.end()
})

test('a disk without room is told in words, and nothing half is left', async () => {
  const hash = createHash('sha256').update('cardápio').digest('hex')
  await writeFile(at('arriving'), 'cardápio')
  await takeInFile({ db, media: await openMediaStore(media()) }, { companyId: company.id, hash }, at('arriving'))
  const place = at('full', 'media', company.id, hash.slice(0, 2))
  await mkdir(place, { recursive: true })
  await symlink('/dev/full', join(place, `${hash}.arriving`))
  await expect(backup('full')).rejects.toThrow(/^sem espaço no disco de .*full: libere espaço/)
  expect(await readdir(at('full'))).toEqual(['media'])
  expect(await readdir(place)).toEqual([])
  expect(await backup('full')).toMatchObject({ copied: 1 })
})

test('a whole one is noted for the doctor, and says what it does', async () => {
  const [lines, now] = [[] as string[], new Date('2026-03-04T05:06:07.089Z')]
  await backup('noted', { print: (line) => void lines.push(line) }, { now })
  expect(lines[0]).toMatch(/^Copiando \d+ tabelas, cerca de [\d.]+ linhas$/)
  expect(await db.sql`select backed_up_at from installation`).toEqual([{ backed_up_at: now }])
})

test('one of the first form, in which what is derived was copied too, is restored', async () => {
  const { backup: made } = await backup('first')
  const manifest = JSON.parse(await readFile(manifestFile(made), 'utf8'))
  const table = { schema: 'public', name: 'message_search' } as const
  const rows = `${newId()}\t${company.id}\t${newId()}\tvelho\n`
  await writeFile(tableFile(made, table), zstdCompressSync(rows))
  const columns = ['message_id', 'company_id', 'ticket_id', 'folded']
  const sha256 = createHash('sha256').update(rows).digest('hex')
  const tables = [...manifest.tables, { ...table, columns, rows: 1, sha256 }]
  await writeFile(manifestFile(made), JSON.stringify({ ...manifest, version: 1, tables }))

  const there = nameDatabase()
  const admin = postgres(there.server, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(there.name)}`
  await restoreBackup({
    superuserUrl: there.superuserUrl,
    media: media('restored'),
    backup: made,
    moved: true,
    watching: quiet,
  })
  const sql = postgres(there.superuserUrl, { max: 1, onnotice: () => {} })
  const found = (of: postgres.Sql) =>
    of`select message_id, company_id, ticket_id, folded from message_search order by message_id`
  const search = await found(sql)
  expect(search).toEqual(await found(db.sql))
  expect(search[0]).toMatchObject({ folded: 'ola 0, nao ha pao?' })
  await sql.end()
  await admin`drop database ${admin(there.name)} with (force)`
  await admin.end()
})
