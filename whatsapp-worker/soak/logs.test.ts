// What server and worker print at their most talkative while all goes well and while much fails: nothing that anybody wrote.
import { newId } from 'db/kit/new-id.ts'
import { startChild, type Child } from 'db/node/child.ts'
import { fixedPorts } from 'db/node/fixed-ports.ts'
import { hashPassword } from 'db/node/password.ts'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromRoot } from '../../scripts/paths.ts'
import { openDesk, shop, type Desk } from '../src/test-desk.ts'

const soon = { interval: 50 }
/** Each in what somebody writes; no digits in a row that a timestamp could have. */
const mark = (what: string) => `Zqxj${what}`
const customer = { number: '5521977665544', name: mark('Nome') }
const login = { email: 'zqxjlogin@zqxj.example', password: mark('Senha') }

interface Printing {
  child: Child
  printed(): string
}

let database: TestDatabase
let desk: Desk
let server: Printing
let worker: Printing
let origin: string

async function startPart(file: string, env: Record<string, string>, ready: string): Promise<Printing> {
  const child = startChild(fromRoot(file), [], { ...env, LOG_LEVEL: 'trace' })
  let all = ''
  for (const stream of [child.process.stdout, child.process.stderr])
    stream?.on('data', (chunk) => (all += String(chunk)))
  await vi.waitUntil(() => all.includes(ready), { interval: 50 })
  return { child, printed: () => all }
}

beforeAll(async () => {
  database = await testDatabase()
  desk = await openDesk(database)
  const now = new Date()
  await desk.db.sql`
    insert into users (id, company_id, name, email, password_hash, profile, super, all_ticket, created_at, updated_at)
    values (${newId()}, ${desk.companyId}, ${mark('Atendente')}, ${login.email}, ${await hashPassword(login.password)},
      'admin', false, true, ${now}, ${now})`
  const [port = 0] = await fixedPorts(1)
  origin = `http://127.0.0.1:${port}`
  const shared = desk.processEnv()
  server = await startPart(
    'sync-server/src/main.ts',
    {
      DATABASE_URL: database.url,
      SHAPES_DATABASE_URL: database.shapesUrl,
      MEDIA_DIR: shared.MEDIA_DIR,
      SHAPES_DIR: join(desk.folder, 'shapes'),
      UPLOADS_DIR: join(desk.folder, 'uploads'),
      PORT: String(port),
      JWT_SECRET: mark('Jwt').repeat(5),
    },
    'listening',
  )
  worker = await startPart('whatsapp-worker/src/main.ts', shared, 'worker ready')
  return async () => {
    await Promise.all([server, worker].map(({ child }) => child.kill('SIGKILL')))
    await desk.close()
  }
})
afterAll(() => expect(desk.simulator.unknownIqs).toEqual([]))

let token = ''
const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api${path}`, {
    method,
    headers: {
      origin,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'object' && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    }),
  })
const push = async (name: string, args: object) =>
  ask('POST', '/mutations', { mutations: [{ id: newId(), name, args }] })

/** While the table refuses every new row. Postgres' error then has the row. */
async function whileBroken(table: string, work: () => Promise<unknown>) {
  await database.alter(`alter table ${table} add constraint broken check (false) not valid`)
  await work()
  await database.alter(`alter table ${table} drop constraint broken`)
}

const saysOnce = (part: Printing, text: string) => vi.waitUntil(() => part.printed().includes(text), soon)

test('server and worker print nothing that anybody wrote, whatever fails', async () => {
  await ask('POST', '/auth/login', { email: login.email, password: mark('Errada') })
  token = ((await (await ask('POST', '/auth/login', login)).json()) as { token: string }).token
  await desk.link()
  const ana = desk.simulator.phone(customer)

  // All goes well: a text, a file, an answer.
  await ana.sendText(shop.number, mark('Corpo'))
  const { ticketId, contactId } = await desk.untilMessage(mark('Corpo'))
  await ana.sendDocument(shop.number, Buffer.from('conteúdo'), {
    name: `${mark('Arquivo')}.pdf`,
    caption: mark('Legenda'),
  })
  await push('ticket.accept', { id: ticketId })
  await push('message.send', { id: newId(), ticketId, body: mark('Resposta') })
  await push('contact.update', {
    id: contactId,
    changes: { name: { to: mark('Apelido') }, email: { to: 'zqxj@zqxj.example' } },
  })
  await ana.waitForMessage(({ text }) => text.includes(mark('Resposta')))

  // The server's failures: rows that are refused, statements, bodies, addresses, files.
  const contact = { name: mark('Contato'), number: '5521966554433', email: 'zqxjoutro@zqxj.example' }
  await whileBroken('contacts', () => push('contact.create', { id: newId(), ...contact }))
  await whileBroken('messages', () => push('message.send', { id: newId(), ticketId, body: mark('Perdida') }))
  await whileBroken('messages', () => ask('POST', `/messages/${ticketId}`, { body: mark('Tambem') }))
  await database.alter('alter table tags rename to gone')
  expect((await ask('GET', `/tags?searchParam=${mark('Busca')}`)).status).toBe(500)
  await database.alter('alter table gone rename to tags')
  await ask('POST', '/contacts', `{"name": "${mark('Json')}`, { 'content-type': 'application/json' })
  await ask('GET', `/contacts/${mark('Caminho')}`)
  await ask('PUT', `/settings/${mark('Chave')}`, { value: mark('Valor') })
  await ask('GET', '/tickets', undefined, { authorization: `Bearer ${mark('Token')}` })
  const sheet = new FormData()
  sheet.set('file', new File([`${mark('Celula')};1`], `${mark('Planilha')}.xlsx`))
  await ask('POST', '/contacts/import-sheet', sheet)
  const named = (text: string) => Buffer.from(text).toString('base64')
  await ask('POST', '/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '4',
    'upload-metadata': `filename ${named(mark('Envio'))},sha256 ${named('a'.repeat(64))}`,
  })

  // The worker's: a message that Postgres refuses, a file that can't be stored, a job that fails.
  await whileBroken('messages', async () => {
    await ana.sendText(shop.number, mark('Recusada'))
    await saysOnce(worker, 'not stored yet')
  })
  await whileBroken('media_files', async () => {
    await ana.sendImage(shop.number, Buffer.from('foto'), { caption: mark('Foto') })
    await saysOnce(worker, '"queue":"media.fetch"')
  })
  await database.alter('alter table contact_imports drop column created')
  await desk.importFromPhone().catch(() => undefined)

  // And the database goes away under both.
  const superuser = postgres(database.superuserUrl, { max: 1 })
  await superuser`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await superuser.end()
  await ask('GET', `/contacts?searchParam=${mark('Depois')}`)

  await saysOnce(server, 'mutation failed')
  await saysOnce(server, 'request failed')
  for (const { printed } of [server, worker]) {
    expect(printed()).toContain('"code":"23514"')
    const lines = printed().split('\n')
    expect(lines.filter((line) => /zqxj/i.test(line))).toEqual([])
    for (const number of [customer.number, contact.number, shop.number]) {
      expect(lines.filter((line) => line.includes(number))).toEqual([])
    }
  }
})
