// How companies pay by Efí: the real client against a stand-in that checks what Efí checks, and what it tells by its webhook.
import { randomBytes } from 'node:crypto'
import { payments, pixCharges } from 'db/billing/table.ts'
import { connect } from 'db/node/connect.ts'
import { newId } from 'db/kit/new-id.ts'
import { readSecret } from 'db/node/keys/secrets.ts'
import { ringFrom } from 'db/node/keys/settings.ts'
import { efiSecret } from 'db/node/pix/open-provider.ts'
import { readBrCode } from 'db/node/pix/test-br-code.ts'
import { startTestEfi, type TestEfi } from 'db/node/pix/test-efi.ts'
import { superUser, testPassword } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let efi: TestEfi
let superToken: string
let operatorId: string
let key: string
beforeAll(async () => {
  efi = await startTestEfi()
  key = randomBytes(32).toString('hex')
  api = await startTestApi({
    EFI_BASE_URL: efi.settings.baseUrl,
    EFI_CA: efi.settings.ca ?? '',
    SESSION_KEYS_SECRET: key,
  })
  const operator = await superUser(api.db)
  operatorId = operator.companyId
  superToken = await api.login(operator.email)
})
afterAll(async () => {
  await api.stop()
  await efi.stop()
})

const ask = async (method: string, path: string, body?: unknown, token = superToken) => {
  const { status, body: said } = await api.request(method, path, { token, ...(body !== undefined && { body }) })
  return { status, said }
}
const credentials = () => {
  const { clientId, clientSecret, certificate } = efi.settings
  return { clientId, clientSecret, certificate }
}

async function owing() {
  const plan = {
    name: `Plano ${newId()}`,
    value: 49.9,
    users: 5,
    connections: 1,
    queues: 1,
    campaigns: 0,
    schedules: 0,
  }
  const flags = ['useCampaigns', 'useSchedules', 'useInternalChat', 'useExternalApi', 'useKanban', 'useOpenAi']
  const all = Object.fromEntries([...flags, 'useIntegrations'].map((flag) => [flag, true]))
  const planId = (await ask('POST', '/plans', { ...plan, ...all })).said['id']
  const admin = { name: 'Dona Lia', email: `${newId()}@empresa.example`, password: testPassword }
  const company = { name: 'Mercado Lia', planId, dueDate: new Date(Date.now() - 86_400_000).toISOString(), admin }
  const { said } = await ask('POST', '/companies', company)
  const token = await api.login(admin.email)
  const { id: invoiceId } = said['openInvoice'] as { id: string }
  const payer = { firstName: 'Lia', address2: 'Rua A, 1', city: 'Recife', zipcode: '50000-000', country: 'BR' }
  const pay = () => ask('POST', '/subscription', { ...payer, plan: planId, invoiceId }, token)
  const id = String(said['id'])
  const charge = async () => (await api.db.orm.select().from(pixCharges).where(eq(pixCharges.companyId, id)))[0]
  const ledger = () => api.db.orm.select().from(payments).where(eq(payments.companyId, id))
  const isOverdue = async () => (await ask('GET', '/subscription', undefined, token)).said['overdue']
  return { id, pay, charge, ledger, isOverdue, token }
}

const webhookSecret = async () => {
  const kept = await readSecret(api.db.orm, ringFrom({ SESSION_KEYS_SECRET: key }), operatorId, efiSecret)
  return String((JSON.parse(kept ?? '{}') as { webhook?: string }).webhook)
}

/** As Efí tells it: with /pix at the end. */
const tell = async (pix: readonly object[], secret?: string) =>
  (await api.request('POST', `/pix/efi/${secret ?? (await webhookSecret())}/pix`, { body: { pix } })).status

const told = (txid: string, change: object = {}) => {
  const paid = {
    endToEndId: `E${newId().replaceAll('-', '')}`,
    txid,
    valor: '49.90',
    horario: new Date().toISOString(),
  }
  return { ...paid, chave: efi.settings.key, ...change }
}

test('a certificate that is none, and credentials that are wrong, are said of their fields', async () => {
  await ask('PUT', '/installation', { pixKey: efi.settings.key, pixName: 'Balcão', pixCity: 'Recife' })
  const fieldsOf = async (change: object) => {
    const { said } = await ask('PUT', '/installation/efi', { ...credentials(), ...change })
    return Object.keys((said['details'] as { fields: object }).fields)
  }
  expect(await fieldsOf({ certificate: { pfx: 'bm8=' } })).toEqual(['certificate'])
  expect(await fieldsOf({ certificate: { cert: 'x', key: 'x' } })).toEqual(['certificate'])
  expect(await fieldsOf({ clientSecret: 'errada' })).toEqual(['clientId'])
})

test('credentials are tried, kept sealed and never told; wrong ones are refused', async () => {
  await ask('PUT', '/installation', { pixKey: efi.settings.key, pixName: 'Balcão', pixCity: 'Recife' })
  const wrong = await ask('PUT', '/installation/efi', { ...credentials(), clientSecret: 'errada' })
  expect(wrong).toMatchObject({ status: 400, said: { error: 'ERR_VALIDATION' } })
  const { status, said } = await ask('PUT', '/installation/efi', credentials())
  expect({ status, said }).toMatchObject({ status: 200, said: { pixProvider: 'efi', efi: { webhook: false } } })
  const answers = JSON.stringify([said, (await ask('GET', '/installation')).said, wrong.said])
  expect(answers).not.toContain(efi.settings.clientSecret)
  const [row] = await api.db.sql`select sealed from secrets where company_id = ${operatorId}`
  expect(Buffer.from(row?.['sealed']).toString('latin1')).not.toContain(efi.settings.clientSecret)
})

test('a charge is a code that banks read, for what is owed; it is there before anybody can pay it, and used again', async () => {
  const { pay, charge } = await owing()
  efi.answerNext('cut')
  expect(await pay()).toMatchObject({ status: 502, said: { error: 'ERR_PAYMENT_UNAVAILABLE' } })
  const before = await charge()
  const { status, said } = await pay()
  expect(status).toBe(200)
  expect(readBrCode((said['qrcode'] as { qrcode: string }).qrcode)).not.toBeNull()
  expect(said).toMatchObject({ valor: { original: '49.90' }, provider: 'efi' })
  expect((await charge())?.txid).toBe(before?.txid)
  expect((await pay()).said).toEqual(said)
  expect(efi.charges.size).toBeGreaterThan(0)
})

test('a payment frees the company, told twice and at the same time', async () => {
  const { pay, charge, ledger, isOverdue } = await owing()
  await pay()
  const { txid = '' } = (await charge()) ?? {}
  expect(await isOverdue()).toBe(true)
  efi.pay(txid)
  const paid = told(txid)
  expect(await Promise.all([tell([paid]), tell([paid]), tell([paid, told(newId().replaceAll('-', ''))])])).toEqual([
    204, 204, 204,
  ])
  expect(await ledger()).toMatchObject([{ effect: 'renewed', amount: '49.90', provider: 'efi' }])
  expect(await isOverdue()).toBe(false)
})

test('nothing that is only told is believed: forged, too small, without the address', async () => {
  const { pay, charge, ledger, isOverdue } = await owing()
  await pay()
  const { txid = '' } = (await charge()) ?? {}
  expect(await tell([told(txid)])).toBe(204)
  expect(await ledger()).toEqual([])
  expect(await tell([told(txid)], 'x'.repeat(48))).toBe(404)
  efi.pay(txid, '10.00')
  expect(await tell([told(txid, { valor: '49.90' })])).toBe(204)
  expect(await ledger()).toMatchObject([{ effect: 'short', amount: '10.00' }])
  expect(await isOverdue()).toBe(true)
})

test('what can’t be asked for is to be told again', async () => {
  const { pay, charge, ledger } = await owing()
  await pay()
  const { txid = '' } = (await charge()) ?? {}
  efi.pay(txid)
  efi.answerNext({ status: 503 })
  expect(await tell([told(txid)])).toBe(502)
  expect(await ledger()).toEqual([])
  expect(await tell([told(txid)])).toBe(204)
  expect(await ledger()).toHaveLength(1)
})

test('what is told while Postgres is away is told again, and applied once', async () => {
  const { pay, charge, ledger, isOverdue } = await owing()
  await pay()
  const { txid = '' } = (await charge()) ?? {}
  const secret = await webhookSecret()
  const paid = told(txid)
  efi.pay(txid)
  const away = await whileAway(() => tell([paid], secret))
  expect(away).toBeGreaterThanOrEqual(500)
  expect(await isOverdue()).toBe(true)
  expect(await Promise.all([tell([paid], secret), tell([paid], secret)])).toEqual([204, 204])
  expect(await ledger()).toMatchObject([{ effect: 'renewed' }])
  expect(await isOverdue()).toBe(false)
})

/** Meanwhile Postgres takes nobody into this test's database, and has sent away who was there. */
async function whileAway<T>(run: () => Promise<T>): Promise<T> {
  const superuser = connect(api.superuserUrl.replace(/\/[^/]*$/, '/postgres'))
  const name = new URL(api.databaseUrl).pathname.slice(1)
  const allow = (allowed: boolean) => superuser.sql.unsafe(`alter database "${name}" with allow_connections ${allowed}`)
  try {
    await allow(false)
    // Until each is gone: one that still has its turn would answer.
    await superuser.sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${name}`
    return await run()
  } finally {
    await allow(true)
    await superuser.end()
  }
}

test('whatever comes to the address is answered, and changes nothing', async () => {
  const secret = await webhookSecret()
  const count = () => api.db.orm.$count(payments)
  const before = await count()
  for (const body of [
    null,
    [],
    'x',
    7,
    { pix: 'x' },
    { pix: [null, [], { txid: 7 }, { txid: 'a\u0000b' }] },
    { evento: 'teste_webhook' },
  ]) {
    const { status } = await api.request('POST', `/pix/efi/${secret}`, { body })
    expect(status).toBeLessThan(500)
  }
  expect(await count()).toBe(before)
})

test('credentials that are forgotten end it: payment is by hand again', async () => {
  expect((await ask('DELETE', '/installation/efi')).said).toMatchObject({ pixProvider: 'manual', efi: null })
  expect(await tell([], 'x')).toBe(404)
})
