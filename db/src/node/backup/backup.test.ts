// A backup of an installation that works on, restored on another machine: another folder with a Postgres of its own.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile, chmod } from 'node:fs/promises'
import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaigns } from '../../campaigns/table.ts'
import { newId } from '../../kit/new-id.ts'
import { schedules } from '../../schedules/table.ts'
import { connect, type Database } from '../connect.ts'
import { ringFrom } from '../keys/settings.ts'
import { readSecret, setSecret } from '../keys/secrets.ts'
import { openMediaStore } from '../media/media-store.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { takeInFile } from '../media/take-in-file.ts'
import { runScript } from '../testing/run-script.ts'
import { nameDatabase, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testCompany, type TestCompany } from '../testing/test-world.ts'

/** Several processes one after the other, some of which bring up a Postgres. */
const patience = 120_000

let folder: string
let source: TestDatabase
let db: Database
let company: TestCompany
const secrets = { JWT_SECRET: 'j'.repeat(32), SESSION_KEYS_SECRET: randomBytes(32).toString('hex') }
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const at = (...path: string[]) => join(folder, ...path)
const old = () => ({ BALCAO_DATA: at('old'), DATABASE_URL: source.superuserUrl })
const backup = (...args: string[]) => runScript('backup', ['--to', at('copies'), ...args], old())
const restore = (to: string, env: Record<string, string> = {}, ...args: string[]) =>
  runScript('restore', ['--from', at('copies'), ...args], { BALCAO_DATA: at(to), ...env })

/** An empty database, as a server of somebody's own has it: quicker than a Postgres of its own. */
async function emptyDatabase() {
  const { server, name, superuserUrl } = nameDatabase()
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)}`
  return {
    url: superuserUrl,
    async [Symbol.asyncDispose]() {
      await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

async function keepFile(text: string) {
  const [key, path] = [{ companyId: company.id, hash: hashOf(text) }, at('arriving')]
  await writeFile(path, text)
  await takeInFile({ db, media: await openMediaStore(media('old')) }, key, path)
  return key
}
const media = (of: string) => ({
  MEDIA_DIR: at(of, 'media'),
  S3_REGION: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-backup-'))
  // Postgres' user passes through.
  await chmod(folder, 0o711)
  await mkdir(at('old'))
  await writeFile(at('old', 'secrets.json'), JSON.stringify(secrets))
  source = await testDatabase(nameDatabase())
  db = connect(source.url)
  company = await testCompany(db)
  const [now, ticketId] = [new Date(), await company.ticket()]
  for (let n = 0; n < 50; n++) await company.message(ticketId, { body: `pão\tde\nqueijo \\ ${n} 🥖` })
  const contactId = await company.contact('Ana')
  const own = () => ({ id: newId(), companyId: company.id, createdAt: now, updatedAt: now })
  const sendAt = new Date(now.getTime() - 1000)
  await db.orm.insert(schedules).values({ ...own(), userId: null, contactId, body: 'Oi', sendAt, status: 'PENDENTE' })
  const texts = { message1: 'Oi', message2: '', message3: '', message4: '', message5: '' }
  const questions = {
    confirmationMessage1: '',
    confirmationMessage2: '',
    confirmationMessage3: '',
    confirmationMessage4: '',
    confirmationMessage5: '',
  }
  await db.orm
    .insert(campaigns)
    .values({ ...own(), name: 'Natal', status: 'EM_ANDAMENTO', confirmation: false, ...texts, ...questions })
  const user = await company.user('admin')
  const secret = { companyId: company.id, name: 'efi', text: 'segredo', userId: user.userId }
  await setSecret(db.orm, ringFrom(secrets), secret, now)
})
afterAll(async () => {
  await db.end()
  await source.drop()
  await rm(folder, { recursive: true })
})

/** Every row of every table, another way than COPY; of kept figures what they add up to, since they are made anew. */
async function contentOf(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('schema_migrations', 'version', 'figure_days', 'figure_hours') order by 1`
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as n, md5(string_agg(t::text, '' order by t::text)) as hash from ${name} t`,
    )
    content[name] = `${row?.['n']} ${row?.['hash']}`
  }
  content['figures'] = JSON.stringify([
    await sql`select company_id, day, queue_id, user_id, sum(opened) as opened, sum(leads) as leads from figure_days
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    await sql`select company_id, day, hour, sum(opened) as opened from figure_hours group by 1, 2, 3 order by 1, 2, 3`,
  ])
  content['indexes'] = JSON.stringify(
    await sql`select indexdef from pg_indexes where schemaname in ('public', 'pgboss') order by 1`,
  )
  await sql.end()
  return content
}

test(
  'all that an installation knows, files and keys included, is on the other machine',
  async () => {
    const file = await keepFile('cardápio')
    const before = await contentOf(source.superuserUrl)
    expect(before['figures']).not.toContain('[]')
    const made = await backup()
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/\d+ tabelas com \d+ linhas; 1 arquivos, 1 deles novos/)
    expect((await stat(at('copies'))).mode & 0o077).toBe(0)
    expect(await restore('new', {}, '--moved')).toMatchObject({ code: 0, stderr: '' })

    const kept = ringFrom(JSON.parse(await readFile(at('new', 'secrets.json'), 'utf8')))
    const server = await startEmbeddedPostgres(at('new', 'postgres'))
    const there = connect(server.url('balcao'))
    try {
      expect(await contentOf(server.url('balcao'))).toEqual(before)
      expect(await readSecret(there.orm, kept, company.id, 'efi')).toBe('segredo')
    } finally {
      await there.end()
      await server.stop()
    }
    const content = await (await openMediaStore(media('new'))).read(file)
    expect(content && (await content.toArray()).join('')).toBe('cardápio')
    // Once there, it is nobody's to write over.
    expect(await restore('new')).toMatchObject({ code: 1, stderr: expect.stringContaining('não está vazia') })
  },
  patience,
)

test(
  'what is written meanwhile is in it wholly or not at all; what was due is not sent a second time',
  async () => {
    let writes = true
    const writing = (async () => {
      while (writes) await company.message(await company.ticket())
    })()
    await keepFile('recibo')
    const made = await backup('--keep', '1')
    writes = false
    await writing
    expect(made.stdout).toMatch(/2 arquivos, 1 deles novos[^]*cópias antigas removidas: 1/)
    expect((await readdir(at('copies'))).length).toBe(2)

    await using there = await emptyDatabase()
    const restored = await restore('later', { DATABASE_URL: there.url })
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(restored.stdout).toContain('1 campanhas paradas')
    const sql = postgres(there.url, { max: 1 })
    const [row] = await sql`
    select (select status || coalesce(stop_reason, '') from campaigns) as campaign, (select error from schedules) as schedule,
      (select count(*)::int from messages m where not exists (select from tickets t where t.id = m.ticket_id)) as strays`
    expect(row).toEqual({ campaign: 'CANCELADA', schedule: 'late', strays: 0 })
    await sql.end()
    expect(await restore('again', { DATABASE_URL: there.url })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('já há empresas neste banco'),
    })
  },
  patience,
)

test(
  'a file that is broken in the store is told, and so is a damaged copy',
  async () => {
    const { hash } = await keepFile('contrato')
    await writeFile(at('old', 'media', company.id, hash.slice(0, 2), hash), 'contrat')
    expect(await backup()).toMatchObject({ code: 1, stderr: expect.stringContaining('1 arquivos já faltavam') })
    const [newest] = (await readdir(at('copies')))
      .filter((name) => name.endsWith('Z'))
      .toSorted()
      .toReversed()
    await writeFile(at('copies', newest ?? '', 'tables', 'public.messages.zst'), 'x')
    await using there = await emptyDatabase()
    const failed = await restore('broken', { DATABASE_URL: there.url })
    expect(failed.code).toBe(1)
    // Nothing starts on the half of it; the same command again begins anew.
    expect(await readdir(at('broken'))).not.toContain('secrets.json')
    expect(await runScript('restore', ['--from', at('none')], { BALCAO_DATA: at('broken') })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('não há cópia inteira'),
    })
  },
  patience,
)

test('a place inside of the installation is no second place', async () => {
  expect(await runScript('backup', ['--to', at('old', 'copies')], old())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('dentro da própria instalação'),
  })
})
