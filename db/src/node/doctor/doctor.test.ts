// A healthy installation, and the same with one thing broken at a time: what the doctor says, and what to do.
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionQueue } from '../../jobs.ts'
import { connect, type Database } from '../connect.ts'
import { startJobs } from '../jobs.ts'
import { ringFrom } from '../keys/settings.ts'
import { setSecret } from '../keys/secrets.ts'
import { runScript } from '../testing/run-script.ts'
import { alterAs, nameDatabase, testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testCompany, type TestCompany } from '../testing/test-world.ts'
import { newVapidKeys } from '../vapid-keys.ts'
import { examine } from './doctor.ts'
import type { Finding } from './finding.ts'
import type { Settings } from './settings.ts'

let folder: string
let database: TestDatabase
let db: Database
let company: TestCompany
let server: Server
let told: object = { status: 'ok', shapes: { status: 'active', alarm: null } }
const { publicKey, privateKey } = newVapidKeys()
const secrets = {
  JWT_SECRET: randomBytes(32).toString('hex'),
  SESSION_KEYS_SECRET: randomBytes(32).toString('hex'),
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-doctor-'))
  await writeFile(join(folder, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 })
  database = await testDatabase(nameDatabase())
  db = connect(database.url)
  company = await testCompany(db)
  await db.sql`
    insert into connection_leases (connection_id, owner, key_id, fence, expires_at)
    values (${company.connectionId}, 'w', 'k', 1, now() + interval '1 hour')`
  const secret = { companyId: company.id, name: 'efi', text: 'segredo', userId: (await company.user('admin')).userId }
  await setSecret(db.orm, ringFrom(secrets), secret, new Date())
  server = createServer((_, answer) => answer.end(JSON.stringify(told)))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(async () => {
  server.close()
  await db.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

const port = () => (server.address() as AddressInfo).port

/** What is not well. */
async function problems(change: Settings = {}, places: { serverUrl?: string; url?: string } = {}) {
  const env = { MEDIA_DIR: join(folder, 'media'), VAPID_SUBJECT: 'mailto:a@b.example', ...secrets, ...change }
  const findings = await examine({
    env,
    database: { url: places.url ?? database.url },
    places: {
      folders: { dados: folder },
      privateFolder: folder,
      serverUrl: places.serverUrl ?? `http://127.0.0.1:${port()}`,
    },
  })
  return findings.filter(({ level, what }) => level !== 'ok' && !isOfTestServer(what))
}
/** Nobody follows the changes of a test's database, and Postgres' disk is this machine's own. */
const isOfTestServer = (what: string) => /^Fluxo de mudanças: ninguém|^Disco/.test(what)
const problem = (found: readonly Finding[]) => found.map(({ level, what }) => `${level}: ${what}`)

test('a healthy one has nothing, by the command too', async () => {
  expect(await problems()).toEqual([])
  const env = { BALCAO_DATA: folder, DATABASE_URL: database.url, PORT: String(port()) }
  const ran = await runScript('doctor', [], env)
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  expect(ran.stdout).toContain('✓ Segredos guardados: a chave é a deles')
  // Another key than the one that things are sealed with.
  const other = await runScript('doctor', [], { ...env, SESSION_KEYS_SECRET: randomBytes(32).toString('hex') })
  expect(other).toMatchObject({ code: 1, stderr: '' })
  expect(other.stdout).toMatch(
    /✗ 1 segredos guardados são de outra chave\n +→ ponha a chave antiga em SESSION_KEYS_FORMER/,
  )
  expect(other.stdout).not.toContain(secrets.SESSION_KEYS_SECRET)
  expect(await runScript('doctor', [], { BALCAO_DATA: join(folder, 'none') })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Não há instalação em'),
  })
})

test('a backup of last week', async () => {
  const noted = (when: string) => db.sql`update installation set backed_up_at = ${db.sql.unsafe(when)}`
  await noted(`now() - interval '170 hours'`)
  expect(problem(await problems())).toEqual(['warning: Cópia: a última é de há 7 dias'])
  await noted('now()')
  expect(await problems()).toEqual([])
})

test.each<[string, Settings, string]>([
  ['a short secret', { JWT_SECRET: 'short' }, 'error: JWT_SECRET falta ou é curto'],
  [
    'no key',
    { SESSION_KEYS_SECRET: 'x' },
    'error: SESSION_KEYS_SECRET (ou SESSION_KEYS_FORMER) falta ou não são 32 bytes',
  ],
  [
    'halves of two pairs',
    { VAPID_PRIVATE_KEY: newVapidKeys().privateKey },
    'error: Notificações: VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY não são um par',
  ],
  [
    'the world without TLS',
    { HOST: '0.0.0.0', SECURE_COOKIES: '1', TRUST_PROXY: '1' },
    'error: PUBLIC_URL não é um endereço https',
  ],
  [
    'mail that nobody takes',
    { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' },
    'error: E-mail: o servidor recusa (ESOCKET)',
  ],
  [
    'a bucket that is not there',
    { S3_BUCKET: 'balcao', S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
    'error: Arquivos: não dá para gravar no S3 (E_CANNOT_WRITE_FILE)',
  ],
])('%s', async (_, change, expected) => {
  expect(problem(await problems(change))).toEqual([expected])
})

test('a database that does not answer, knows another password or is not there', async () => {
  const other = (change: Partial<URL>) => Object.assign(new URL(database.url), change).href
  const [refused, password, gone] = await Promise.all(
    [other({ port: '1' }), other({ password: 'x' }), other({ pathname: '/balcao_none' })].map((url) =>
      problems({}, { url }),
    ),
  )
  expect([refused, password, gone].map((found) => found?.[0]?.what)).toEqual([
    'Banco de dados: ninguém atende neste endereço',
    'Banco de dados: a senha é outra',
    'Banco de dados: o banco não existe',
  ])
})

test('tables of another version', async () => {
  const alter = alterAs(database.ownerUrl)
  await alter(`insert into schema_migrations values ('9999_later.sql')`)
  expect(problem(await problems())).toEqual(['error: O banco é de uma versão mais nova (9999_later.sql)'])
  await alter(`delete from schema_migrations where name ~ '^(9999|0076)'`)
  expect(problem(await problems())).toEqual(['error: Faltam 1 migrações, desde 0076_ticket_events.sql'])
  await alter(`insert into schema_migrations values ('0076_ticket_events.sql')`)
})

test('work that nobody does, connections that nobody holds, and a clock that went back', async () => {
  const jobs = await startJobs(database.url, () => {})
  await jobs.ensureConnectionQueue(company.connectionId)
  const tenMinutesAgo = new Date(Date.now() - 600_000)
  await jobs.boss.send(connectionQueue(company.connectionId), { name: 'sender.wake' }, { startAfter: tenMinutesAgo })
  await jobs.boss.stop({ graceful: false })
  await db.sql`update connection_leases set expires_at = now()`
  await company.message(await company.ticket(), { createdAt: new Date(Date.now() + 10_800_000) })
  expect(problem(await problems())).toEqual([
    'warning: Relógio: há mensagens de 3 h no futuro: o relógio voltou',
    'error: Fila das conexões: 1 à espera, a mais antiga há 10 min',
    'error: 1 conexões sem worker: ninguém envia nem recebe por elas',
  ])
  await db.sql`delete from pgboss.job`
  await db.sql`delete from messages`
  await db.sql`update connections set status = 'DISCONNECTED', status_reason = 'logged_out'`
  expect(problem(await problems())).toEqual([
    'warning: Conexão Principal (' + (await nameOf()) + '): DISCONNECTED, logged_out',
  ])
  await db.sql`update connections set status = 'DISCONNECTED', status_reason = 'disconnected'`
})
const nameOf = async () => (await db.sql`select name from companies where id = ${company.id}`)[0]?.['name'] as string

test('a server that is away, one with an alarm; a folder that others read', async () => {
  expect(problem(await problems({}, { serverUrl: 'http://127.0.0.1:1' }))).toEqual([
    'warning: Servidor: ninguém responde em http://127.0.0.1:1',
  ])
  told = { status: 'ok', shapes: { status: 'active', alarm: 'WAL' } }
  await chmod(folder, 0o755)
  expect(problem(await problems())).toEqual([
    `error: Pasta da instalação: outros podem ler ${folder}`,
    'error: Servidor: alarme do motor de sincronização: WAL',
  ])
  await chmod(folder, 0o700)
  await mkdir(join(folder, 'media'), { recursive: true })
})
