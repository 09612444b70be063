// The operator's office over REST: plans, companies, signup, and how a company pays.
import { payments } from 'db/billing/table.ts'
import { planFlags } from 'db/companies/plan-columns.ts'
import { companies } from 'db/companies/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { readBrCode } from 'db/node/pix/test-br-code.ts'
import { superUser, testCompany, testPassword } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'
import { setupCode } from './setup.ts'

let api: TestApi
let superToken: string
beforeAll(async () => {
  api = await startTestApi()
  superToken = await api.login((await superUser(api.db)).email)
})
afterAll(() => api.stop())

const day = 86_400_000
const ask = async (method: string, path: string, body?: unknown, token = superToken) => {
  const { status, body: said } = await api.request(method, path, { token, ...(body !== undefined && { body }) })
  return { status, said }
}

const planOf = (change: object = {}) => ({
  name: `Plano ${newId()}`,
  value: 99.9,
  users: 5,
  connections: 2,
  queues: 4,
  campaigns: 10,
  schedules: 50,
  ...Object.fromEntries(planFlags.map((flag) => [flag, true])),
  ...change,
})
const newPlan = async (change: object = {}) => String((await ask('POST', '/plans', planOf(change))).said['id'])
const adminOf = () => ({ name: 'Dona Lia', email: `${newId()}@empresa.example`, password: testPassword })

async function newCompany(change: object = {}) {
  const admin = adminOf()
  const dueDate = new Date(Date.now() + 10 * day).toISOString()
  const { status, said } = await ask('POST', '/companies', {
    name: 'Mercado Lia',
    planId: await newPlan(),
    dueDate,
    admin,
    ...change,
  })
  if (status !== 201) throw new Error(JSON.stringify(said))
  return { id: String(said['id']), admin, said, token: await api.login(admin.email) }
}

describe('plans', () => {
  test('are added, changed and told with how many have them', async () => {
    const { status, said } = await ask('POST', '/plans', planOf({ name: ` Ouro ${newId()} ` }))
    expect(status).toBe(201)
    expect(said).toMatchObject({ value: 99.9, offered: true, companies: 0, campaigns: 10 })
    const id = String(said['id'])
    await newCompany({ planId: id })
    expect(await ask('PUT', `/plans/${id}`, { value: 120, useKanban: false })).toMatchObject({
      status: 200,
      said: { value: 120, useKanban: false, useSchedules: true, companies: 1 },
    })
  })

  test('with a name that is taken, or that companies have, are refused so', async () => {
    const name = `Prata ${newId()}`
    const id = await newPlan({ name })
    expect(await ask('POST', '/plans', planOf({ name }))).toMatchObject({
      status: 409,
      said: { error: 'ERR_DUPLICATED_NAME' },
    })
    await newCompany({ planId: id })
    expect(await ask('DELETE', `/plans/${id}`)).toMatchObject({ status: 409, said: { error: 'ERR_PLAN_IN_USE' } })
    expect((await ask('DELETE', `/plans/${await newPlan()}`)).status).toBe(204)
    // Somebody may still pay for it.
    const wanted = await newPlan()
    const [owing] = await api.db.sql`select id, company_id from invoices where paid_at is null limit 1`
    await api.db
      .sql`insert into pix_charges (id, company_id, invoice_id, provider, txid, amount, plan_id, br_code, created_at)
      values (${newId()}, ${owing?.['company_id']}, ${owing?.['id']}, 'efi', ${newId()}, 1, ${wanted}, 'x', now())`
    expect(await ask('DELETE', `/plans/${wanted}`)).toMatchObject({ status: 409 })
  })

  test('what a flag switches off is gone from the company’s own row, which devices have', async () => {
    const planId = await newPlan()
    const { id } = await newCompany({ planId })
    await ask('PUT', `/plans/${planId}`, { useSchedules: false })
    const [company] = await api.db.orm.select().from(companies).where(eq(companies.id, id))
    expect(company?.features).not.toContain('useSchedules')
    expect(company?.features).toContain('useKanban')
  })

  test('only those that are offered are told to whoever signs up', async () => {
    const [offered, special] = [await newPlan(), await newPlan({ offered: false })]
    const { body } = await api.request('GET', '/plans/list')
    const ids = (body as unknown as { id: string }[]).map(({ id }) => id)
    expect(ids).toContain(offered)
    expect(ids).not.toContain(special)
  })
})

describe('companies', () => {
  test('come with who runs them, and with their first invoice', async () => {
    const { said, token } = await newCompany()
    expect(said).toMatchObject({
      status: true,
      recurrence: 'MENSAL',
      daysLeft: 10,
      trialExpiration: null,
      use: {
        users: 1,
        connections: 0,
        queues: 0,
        messages: 0,
        storage: 0,
      },
      openInvoice: {
        number: 1,
        value: 99.9,
      },
    })
    expect((await ask('GET', '/invoices/all', undefined, token)).said['invoices']).toMatchObject([
      { number: 1, value: 99.9, status: 'open' },
    ])
  })

  test('with an e-mail that somebody logs in with are refused', async () => {
    const { admin } = await newCompany()
    const dueDate = new Date().toISOString()
    expect(await ask('POST', '/companies', { name: 'Outra', planId: await newPlan(), dueDate, admin })).toMatchObject({
      status: 409,
      said: { error: 'ERR_DUPLICATED_EMAIL' },
    })
  })

  test('are moved on by months from the later of the due date and now, with their unpaid invoice', async () => {
    const { id } = await newCompany({ dueDate: '2027-01-31T12:00:00.000Z' })
    const extend = () => ask('POST', `/companies/${id}/extend`, { recurrence: 'MENSAL' })
    expect((await extend()).said).toMatchObject({ dueDate: '2027-02-28T12:00:00.000Z' })
    expect((await extend()).said).toMatchObject({ dueDate: '2027-03-31T12:00:00.000Z' })
    await ask('PUT', `/companies/${id}`, { dueDate: new Date(Date.now() - 5 * day).toISOString() })
    const { said } = await extend()
    expect(Number(said['daysLeft'])).toBeGreaterThanOrEqual(28)
  })

  test('that are switched off log out and can’t come in', async () => {
    const { id, token, admin } = await newCompany()
    await ask('PUT', `/companies/${id}`, { status: false })
    expect((await ask('GET', '/tickets', undefined, token)).status).toBe(401)
    expect((await api.request('POST', '/auth/login', { body: admin })).status).toBe(400)
    const { email, password } = admin
    const refused = await api.request('POST', '/auth/login', { body: { email, password } })
    expect(refused).toMatchObject({ status: 402, body: { error: 'ERR_COMPANY_OFF' } })
    expect(refused.body).not.toHaveProperty('details.dueDate')
  })

  test('that are deleted are gone for everybody at once; the operator’s own never is', async () => {
    const { id, token } = await newCompany()
    expect((await ask('DELETE', `/companies/${id}`)).status).toBe(204)
    expect((await ask('GET', '/tickets', undefined, token)).status).toBe(401)
    expect((await ask('GET', `/companies/${id}/invoices`)).status).toBe(404)
    expect((await ask('PUT', `/companies/${id}`, { name: 'De novo' })).status).toBe(404)
    const own = await testCompany(api.db, { operator: true })
    expect(await ask('DELETE', `/companies/${own.id}`)).toMatchObject({ status: 403 })
  })

  test('that are deleted tell their phones, which say no more and are no choice', async () => {
    const { id, connectionId } = await testCompany(api.db)
    await ask('DELETE', `/companies/${id}`)
    const jobs = await api.db.sql`select data from pgboss.job where name = ${`connection/${connectionId}`}`
    expect(jobs.map(({ data }) => data)).toEqual([{ name: 'connection.disconnect' }])
    const [phone] = await api.db.sql`select status, deleted_at from connections where id = ${connectionId}`
    expect(phone).toMatchObject({ status: 'DISCONNECTED', deleted_at: expect.any(Date) })
  })

  test('are there for super users alone', async () => {
    const { token, id } = await newCompany()
    for (const [method, path] of [
      ['GET', '/companies'],
      ['GET', '/companies/list'],
      ['GET', '/plans/all'],
      ['GET', '/installation'],
      ['PUT', `/companies/${id}`],
      ['POST', `/companies/${id}/extend`],
      ['DELETE', `/companies/${id}`],
    ] as const) {
      expect([path, (await ask(method, path, method === 'GET' ? undefined : {}, token)).status]).toEqual([path, 404])
    }
  })
})

describe('signup', () => {
  const signup = (body: object, from = '203.0.113.1') =>
    api.request('POST', '/companies/cadastro', { body, headers: { 'x-forwarded-for': from } })
  const person = () => ({ name: 'Loja da Rua', email: `${newId()}@empresa.example`, password: testPassword })

  test('makes a company on trial, whatever else is asked for', async () => {
    const planId = await newPlan()
    const wishes = { dueDate: '2099-01-01T00:00:00Z', status: 't', operator: true, super: true, recurrence: 'ANUAL' }
    const { email, ...rest } = person()
    const { status } = await signup({ ...rest, email, planId, timeZone: 'America/Manaus', ...wishes })
    expect(status).toBe(201)
    const token = await api.login(email)
    const { said } = await ask('GET', '/subscription', undefined, token)
    const [company] = await api.db.orm
      .select()
      .from(companies)
      .where(eq(companies.id, String(said['companyId'])))
    expect(company).toMatchObject({ operator: false, recurrence: 'MENSAL', timeZone: 'America/Manaus', planId })
    expect(Math.abs((company?.dueDate.getTime() ?? 0) - Date.now() - 3 * day)).toBeLessThan(60_000)
    expect(said).toMatchObject({ overdue: false, trialExpiration: company?.dueDate.toISOString() })
    expect((await ask('GET', '/companies', undefined, token)).status).toBe(404)
  })

  test('says the same of an e-mail that somebody logs in with, and makes nothing', async () => {
    const planId = await newPlan()
    const { admin } = await newCompany()
    const count = () => api.db.orm.$count(companies)
    const before = await count()
    const { status, body } = await signup({ ...person(), email: admin.email, planId })
    expect({ status, body }).toEqual({ status: 201, body: { email: admin.email, confirm: false } })
    expect(await count()).toBe(before)
  })

  test('takes only an offered plan, and nobody once the operator has closed it', async () => {
    const special = await newPlan({ offered: false })
    expect((await signup({ ...person(), planId: special })).status).toBe(400)
    await ask('PUT', '/installation', { signup: false, contact: 'vendas@balcao.example' })
    expect(await signup({ ...person(), planId: await newPlan() })).toMatchObject({
      status: 403,
      body: { error: 'ERR_SIGNUP_CLOSED' },
    })
    expect((await api.request('GET', '/companies/cadastro')).body).toEqual({
      open: false,
      contact: 'vendas@balcao.example',
      setup: false,
      demo: null,
      mail: false,
      passwordMin: 5,
    })
    await ask('PUT', '/installation', { signup: true })
  })
})

describe('paying', () => {
  const payer = { firstName: 'Lia Prado', address2: 'Rua A, 1', city: 'São Paulo', zipcode: '01000-000', country: 'BR' }
  const card = { nameOnCard: 'LIA', cardNumber: '4111111111111111', cvv: '123', price: 0.01, users: 999 }

  async function owing(change: object = {}) {
    const company = await newCompany(change)
    const { said } = await ask('GET', '/subscription', undefined, company.token)
    const { openInvoiceId: invoiceId, planId: plan } = said
    return { ...company, invoiceId: String(invoiceId), plan: String(plan) }
  }

  test('needs a key of the operator’s; with one it is a code for just what is owed, the same until it is paid', async () => {
    const { token, invoiceId, plan, id } = await owing()
    const pay = () => ask('POST', '/subscription', { ...payer, ...card, plan, invoiceId }, token)
    expect(await pay()).toMatchObject({ status: 409, said: { error: 'ERR_PAYMENT_NOT_CONFIGURED' } })
    expect(await ask('PUT', '/installation', { pixKey: 'nada' })).toMatchObject({ status: 400 })
    const receiver = { pixKey: 'Pix@Balcao.example', pixName: 'Balcão', pixCity: 'São Paulo' }
    expect((await ask('PUT', '/installation', receiver)).said).toMatchObject({ pixKey: 'pix@balcao.example' })
    const [first, second] = await Promise.all([pay(), pay()])
    expect(first.said).toEqual(second.said)
    const { qrcode: code } = first.said['qrcode'] as { qrcode: string }
    expect(readBrCode(code)).toMatchObject({ amount: '99.90' })
    expect(first.said).toMatchObject({ valor: { original: '99.90' }, provider: 'manual', expiresAt: null })
    const stored = await api.db.sql`select to_jsonb(c)::text || to_jsonb(b)::text as text from pix_charges c
      join company_billing b using (company_id) where company_id = ${id}`
    expect(stored).toHaveLength(1)
    expect(String(stored[0]?.['text'])).not.toMatch(/4111|LIA|cvv/)
    expect((await ask('GET', '/subscription', undefined, token)).said).toMatchObject({
      billingName: 'Lia Prado',
      addressCity: 'São Paulo',
    })
  })

  test('with a larger plan in mind costs that plan’s price; with one that is too small is refused, saying what is over', async () => {
    const { token, invoiceId } = await owing({ recurrence: 'TRIMESTRAL' })
    const larger = await newPlan({ value: 200 })
    const pay = (plan: string) => ask('POST', '/subscription', { ...payer, plan, invoiceId }, token)
    expect((await pay(larger)).said).toMatchObject({ valor: { original: '600.00' } })
    await ask('POST', '/users', { ...adminOf(), profile: 'user' }, token)
    const { said } = await pay(await newPlan({ users: 1 }))
    expect(said).toMatchObject({
      error: 'ERR_PLAN_TOO_SMALL',
      details: { over: [{ resource: 'users', limit: 1, used: 2 }] },
    })
    expect(await pay(await newPlan({ offered: false }))).toMatchObject({ status: 400 })
  })

  test('marked by a super user renews, says who and why, and only once', async () => {
    const { id, invoiceId, token, said } = await owing()
    const mark = (note: string) => ask('POST', `/companies/${id}/invoices/${invoiceId}/pay`, { note })
    expect((await mark('')).status).toBe(400)
    const marked = await mark('Depósito de 25/11')
    expect(marked.said).toMatchObject({
      invoices: [{ id: invoiceId, status: 'paid' }],
      payments: [{ provider: 'manual', effect: 'renewed', note: 'Depósito de 25/11', by: 'Pessoa', amount: 99.9 }].map(
        ({ by: _by, ...payment }) => payment,
      ),
    })
    expect((await mark('de novo')).said).toMatchObject({ error: 'ERR_INVOICE_PAID' })
    const after = (await ask('GET', '/subscription', undefined, token)).said
    expect(Date.parse(String(after['dueDate']))).toBeGreaterThan(Date.parse(String(said['dueDate'])))
    expect(await api.db.orm.$count(payments, eq(payments.companyId, id))).toBe(1)
    const other = await owing()
    expect((await ask('POST', `/companies/${other.id}/invoices/${invoiceId}/pay`, { note: 'x y z' })).status).toBe(404)
    expect((await ask('GET', `/invoices/${invoiceId}`, undefined, other.token)).status).toBe(404)
  })

  test('is for admins alone', async () => {
    const company = await testCompany(api.db)
    for (const profile of ['user', 'supervisor'] as const) {
      const token = await api.login((await company.user(profile)).email)
      for (const path of ['/invoices/all', '/subscription'])
        expect([path, (await ask('GET', path, undefined, token)).status]).toEqual([path, 403])
    }
  })
})

test('a new installation is set up once, with the code that its server printed', async () => {
  const fresh = await startTestApi()
  const setup = (change: object) =>
    fresh.request('POST', '/setup', {
      body: {
        code: setupCode('x'.repeat(32)),
        company: 'Operadora',
        name: 'Dona da Casa',
        email: 'dona@operadora.example',
        password: testPassword,
        ...change,
      },
    })
  expect((await fresh.request('GET', '/setup')).body).toEqual({ needed: true })
  expect((await setup({ code: 'ERRADO' })).status).toBe(400)
  const all = await Promise.all([setup({}), setup({ email: 'outra@operadora.example' })])
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201, 404]))
  expect((await setup({ email: 'mais@operadora.example' })).status).toBe(404)
  expect((await fresh.request('GET', '/setup')).body).toEqual({ needed: false })
  const made = all.find(({ status }) => status === 201)
  const token = await fresh.login(String(made?.body['email']))
  const { body: rows } = await fresh.request('GET', '/companies', { token })
  expect(rows['companies']).toMatchObject([{ name: 'Operadora', operator: true }])
  await fresh.stop()
})
