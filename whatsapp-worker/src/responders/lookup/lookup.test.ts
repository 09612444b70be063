// The look-up over stand-ins of the billing systems that check what the real ones check; only the conversation is made up.
import { billingSecret, type BillingKey } from 'db/billing-lookup/credentials.ts'
import { newId } from 'db/kit/new-id.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { keyRing } from 'db/node/keys/cipher.ts'
import { setSecret } from 'db/node/keys/secrets.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { createOutgoing } from 'db/node/outgoing/outgoing.ts'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { storedBytes } from 'db/media/quota.ts'
import type { Answer } from 'db/responders/answer.ts'
import type { Conversation, Said } from 'db/responders/conversation.ts'
import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeLookup } from './lookup.ts'
import { asaasKey, ixcToken, line, mkClient, pix, startTestSystems, type TestSystems } from './test-systems.ts'

const [cpf, otherCpf, thirdCpf] = ['52998224725', '11144477735', '12345678909']
const keys = keyRing(createSecretKey(randomBytes(32)))
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (text: string) => void logged.push(text) })
let database: TestDatabase
let db: Database
let folder: string
let company: TestCompany
let admin: string
let systems: TestSystems
let talk: (...texts: string[]) => Promise<Answer>
beforeAll(async () => {
  ;[database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'balcao-lookup-'))])
  db = connect(database.url)
})
afterAll(async () => {
  await db.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  systems = await startTestSystems()
  company = await testCompany(db)
  admin = (await company.user('admin')).userId
  talk = await newTalk()
})
afterEach(async () => {
  const { wrongs } = systems
  await systems.stop()
  expect(wrongs).toEqual([])
})

const set = (key: BillingKey, text: string) =>
  setSecret(db.orm, keys, { companyId: company.id, name: billingSecret(key), text, userId: admin }, new Date())

const withAsaas = () => set('asaas', asaasKey)
async function withIxc() {
  await set('ipixc', `${systems.url}/`)
  await set('tokenixc', ixcToken)
}
async function withMkAuth() {
  await set('ipmkauth', systems.url)
  await set('clientidmkauth', mkClient.id)
  await set('clientsecretmkauth', mkClient.secret)
}

/** A conversation whose state is kept as JSON between two answers, as Postgres has it. */
async function newTalk(quota: number | null = null) {
  const media = await openMediaStore({
    MEDIA_DIR: folder,
    S3_REGION: '',
    S3_ACCESS_KEY_ID: '',
    S3_SECRET_ACCESS_KEY: '',
  })
  const outgoing = createOutgoing({ allowLoopback: true })
  const nobody = 'http://127.0.0.1:1'
  const elsewhere = { ttsUrl: nobody, dialogflowUrl: nobody }
  const responder = makeLookup({ db, media, quota, keys, outgoing, log, asaasUrl: `${systems.url}/v3`, ...elsewhere })
  let state: string | null = null
  return async (...texts: string[]): Promise<Answer> => {
    const news = texts.map((text) => ({ text, fromMe: false, mediaType: 'chat' }) as Said)
    const session = state === null ? null : { state: JSON.parse(state), startedAt: new Date(), updatedAt: new Date() }
    const conversation = {
      company: { id: company.id, name: 'x', timeZone: 'America/Sao_Paulo' },
      ticket: { id: newId() },
      news,
      session,
    } as unknown as Conversation
    const answer = await responder.respond(conversation, new AbortController().signal, async () => {})
    if ('afterMs' in answer) throw new Error('it never asks for patience')
    state = JSON.stringify(answer.state)
    return answer
  }
}

const stored = () => storedBytes(db.orm, company.id)
const said = ({ replies }: Answer) => replies.map(({ text, mediaName }) => mediaName ?? text)
const ana = () => systems.customers.push({ id: 'cus_1', document: cpf, name: 'Ana Maria Souza' })
const bill = (id: string, due: string, more: Partial<TestSystems['bills'][number]> = {}) =>
  systems.bills.push({ id, customer: 'cus_1', value: 99.9, due, status: 'OVERDUE', ...more })

describe.each([
  ['Asaas', withAsaas, true],
  ['IXC', withIxc, true],
  ['MK-Auth', withMkAuth, false],
])('%s', (_name, configured, hasPdf) => {
  test('asks, finds, has the name confirmed, and tells what is open with all that pays it', async () => {
    await configured()
    ana()
    bill('2', '2099-01-10', { status: 'PENDING', value: 120 })
    bill('1', '2026-01-10')
    bill('0', '2025-12-10', { status: 'RECEIVED' })
    expect(said(await talk('Oi'))).toEqual([expect.stringContaining('CPF ou CNPJ')])
    const found = await talk('meu cpf: 529.982.247-25')
    expect(said(found)).toEqual(['Encontrei o cadastro de *A••• M••• S•••*. É você?\n\n1 - Sim\n2 - Não'])
    expect(JSON.stringify(found.state)).not.toMatch(/Ana|Souza/)
    const told = await talk('Sim')
    const pays = [line, pix, ...(hasPdf ? [expect.stringMatching(/^boleto-.*\.pdf$/)] : [])]
    expect(said(told)).toEqual([
      'Há 2 cobranças em aberto:',
      expect.stringMatching(/Valor: \*R\$ 99,90\*\nVencimento: 10\/01\/2026 \(vencida\)\nA seguir: a linha digitável/),
      ...pays,
      expect.stringMatching(/Valor: \*R\$ 120,00\*\nVencimento: 10\/01\/2099\nA seguir/),
      ...pays,
      expect.stringContaining('Se precisar de algo mais'),
    ])
    expect(told.next).toEqual({ kind: 'wait' })
    expect((await talk('Ainda tenho uma dúvida')).next).toMatchObject({ kind: 'people' })
  })

  test('says what it does not find, and after three wrong ones leaves to people', async () => {
    await configured()
    ana()
    await talk('Oi')
    expect(said(await talk(otherCpf))).toEqual([expect.stringContaining('Não encontrei')])
    expect(said(await talk('12345678900'))).toEqual([expect.stringContaining('não é válido')])
    const left = await talk(thirdCpf)
    expect(left.next).toMatchObject({ kind: 'people', reason: 'lookup_attempts' })
    expect(said(left)).toEqual([expect.stringContaining('Uma pessoa da equipe')])
  })

  test.each<[string, TestSystems['instead']]>([
    ['fails', (answer) => void answer.writeHead(500).end()],
    ['is elsewhere', (answer) => void answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['answers HTML', (answer) => void answer.end('<html>Manutenção</html>')],
    ['answers brackets', (answer) => void answer.end('['.repeat(65_536))],
    ['answers wrong types', (answer) => void answer.end('{"data":"x","total":[],"registros":7,"dados_cliente":[1]}')],
    ['answers without end', (answer) => void answer.end('"'.padEnd(5 * 1024 * 1024, 'x'))],
    ['hangs up', (answer) => void answer.destroy()],
  ])('which %s hands over to people, and tells them nothing wrong', async (_how, instead) => {
    await configured()
    await talk('Oi')
    systems.instead = instead
    const left = await talk(cpf)
    expect(said(left)).toEqual([expect.stringContaining('Não consegui consultar')])
    expect(left.next).toMatchObject({ kind: 'people', reason: 'lookup_failed' })
  })
})

test('nothing is told before the name was confirmed, and who says no is asked for another document', async () => {
  await withAsaas()
  ana()
  bill('1', '2026-01-10')
  await talk('Oi')
  await talk(cpf)
  expect(said(await talk('quanto devo?'))).toEqual([expect.stringMatching(/^Responda 1 para sim ou 2 para não/)])
  expect(said(await talk('não'))).toEqual([expect.stringContaining('Envie o CPF ou CNPJ do titular')])
  expect((await talk('???')).next).toMatchObject({ kind: 'people' })
  expect(systems.asked.filter((path) => path.includes('payments'))).toEqual([])
})

test('whoever tries one document after the other is stopped, whether they are found or not', async () => {
  await withAsaas()
  ana()
  systems.customers.push({ id: 'cus_2', document: otherCpf, name: 'Bia Reis' })
  systems.customers.push({ id: 'cus_3', document: thirdCpf, name: 'Caio Dias' })
  await talk('Oi')
  for (const each of [cpf, otherCpf, thirdCpf]) expect(said(await talk(each))[0]).toContain('É você?')
  expect((await talk(cpf)).next).toMatchObject({ kind: 'people', reason: 'lookup_attempts' })
})

test('two customers with one document are asked for by turns; one who is there twice is one', async () => {
  await withAsaas()
  ana()
  systems.customers.push({ id: 'cus_2', document: cpf, name: 'ANA MARIA SOUZA' })
  systems.customers.push({ id: 'cus_3', document: cpf, name: 'Souza e Filhos' })
  bill('1', '2026-01-10', { customer: 'cus_2', onlyPix: true })
  await talk('Oi')
  await talk(cpf)
  const second = await talk('2')
  expect(said(second)).toEqual([expect.stringContaining('*So••• e••• F•••*')])
  talk = await newTalk()
  await talk(cpf)
  expect(said(await talk('1'))).toEqual([
    'Há uma cobrança em aberto:',
    expect.stringContaining('A seguir: o Pix copia e cola.'),
    pix,
    expect.any(String),
  ])
})

test('lists are read to their end, the oldest bills are told, and how many there are', async () => {
  await withAsaas()
  ana()
  systems.pageSize = 2
  for (let month = 9; month > 0; month--) bill(`b${month}`, `2026-0${month}-10`)
  await talk(cpf)
  const told = await talk('sim')
  expect(said(told)[0]).toBe('Há 9 cobranças em aberto. Estas são as 4 primeiras:')
  expect(said(told).filter((text) => text.includes('Vencimento'))).toEqual(
    [1, 2, 3, 4].map((month) => expect.stringContaining(`10/0${month}/2026`)),
  )
  expect(told.replies.length).toBeLessThanOrEqual(20)
})

test('of several systems the one that knows them is asked for the bills; a failing one is no "not found"', async () => {
  await withAsaas()
  await withMkAuth()
  await set('asaas', 'chave-errada')
  ana()
  bill('1', '2026-01-10')
  await talk(cpf)
  expect(said(await talk('sim'))).toContain(line)
  talk = await newTalk()
  expect((await talk(otherCpf)).next).toMatchObject({ kind: 'people', reason: 'lookup_failed' })
})

test('MK-Auth’s dead token is renewed once', async () => {
  await withMkAuth()
  ana()
  bill('1', '2026-01-10')
  systems.deadTokens = 1
  expect(said(await talk(cpf))[0]).toContain('É você?')
  talk = await newTalk()
  systems.deadTokens = 2
  expect((await talk(cpf)).next).toMatchObject({ kind: 'people' })
})

test('without credentials people go on at once; with nothing open it is said', async () => {
  expect((await talk('Oi')).next).toMatchObject({ kind: 'people', reason: 'lookup_not_configured' })
  await withAsaas()
  ana()
  talk = await newTalk()
  await talk(cpf)
  expect(said(await talk('sim'))).toEqual([expect.stringContaining('Não há cobranças em aberto')])
})

test('no document, name, bill or key is in the logs', () => {
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('\n')).not.toMatch(/52998224725|Souza|99[.,]90|aact|segredo-do-mk/)
})

test('bills in PDF count as what the company keeps; without room the other ways to pay are told', async () => {
  await withAsaas()
  ana()
  bill('1', '2026-01-10')
  const tells = async () => {
    for (const text of ['Oi', cpf]) await talk(text)
    return said(await talk('1'))
  }
  const before = await stored()
  expect(await tells()).toContainEqual(expect.stringMatching(/^boleto-.*\.pdf$/))
  const full = await stored()
  expect(full).toBeGreaterThan(before)
  talk = await newTalk(full)
  const told = await tells()
  expect(told).toEqual([
    'Há uma cobrança em aberto:',
    expect.stringMatching(/A seguir: a linha digitável e o Pix copia e cola\.$/),
    line,
    pix,
    expect.any(String),
  ])
  expect(await stored()).toBe(full)
})
