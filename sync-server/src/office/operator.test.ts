// What the operator does of companies' money, over REST: which code was paid, what was marked by mistake, and that the audit log says who did it.
import { auditEntries } from 'db/audit/table.ts'
import { pixCharges } from 'db/billing/table.ts'
import { planFlags } from 'db/companies/plan-columns.ts'
import { newId } from 'db/kit/new-id.ts'
import { readBrCode } from 'db/node/pix/test-br-code.ts'
import { superUser, testPassword } from 'db/node/testing/test-world.ts'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let superToken: string
let operatorId: string
beforeAll(async () => {
  api = await startTestApi()
  const operator = await superUser(api.db)
  operatorId = operator.companyId
  superToken = await api.login(operator.email)
  await ask('PUT', '/installation', { pixKey: 'caixa@balcao.example', pixName: 'Balcão', pixCity: 'Recife' })
})
afterAll(() => api.stop())

const day = 86_400_000
const payer = { firstName: 'Lia', address2: 'Rua A, 1', city: 'Recife', zipcode: '50000-000', country: 'BR' }

async function ask(method: string, path: string, body?: unknown, token = superToken) {
  const { status, body: said } = await api.request(method, path, { token, ...(body !== undefined && { body }) })
  return { status, said }
}

async function newPlan(change: object = {}) {
  const limits = { value: 89.9, users: 5, connections: 2, queues: 4, campaigns: 10, schedules: 50 }
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, true]))
  return (await ask('POST', '/plans', { name: `Plano ${newId()}`, ...limits, ...flags, ...change })).said
}

async function owing() {
  const { id: planId, name: planName } = await newPlan()
  const admin = { name: 'Dona Lia', email: `${newId()}@empresa.example`, password: testPassword }
  const dueDate = new Date(Date.now() + 10 * day).toISOString()
  const { said } = await ask('POST', '/companies', { name: 'Mercado Lia', planId, dueDate, admin })
  const { id: invoiceId } = said['openInvoice'] as { id: string }
  const token = await api.login(admin.email)
  const id = String(said['id'])
  const code = async (plan = planId) => {
    const { said: made } = await ask('POST', '/subscription', { ...payer, plan, invoiceId }, token)
    return (made['qrcode'] as { qrcode: string } | undefined)?.qrcode ?? JSON.stringify(made)
  }
  const read = async () => (await ask('GET', `/companies/${id}/invoices`)).said
  const row = async () => {
    const { said: list } = await ask('GET', '/companies/list')
    return (list as unknown as Record<string, unknown>[]).find((company) => company['id'] === id)
  }
  const mark = (how: object) => ask('POST', `/companies/${id}/invoices/${invoiceId}/pay`, { note: 'Extrato', ...how })
  return { id, planId, planName: String(planName), admin, token, invoiceId, dueDate, code, read, row, mark }
}

const logOf = async (companyId: string) => {
  const own = and(eq(auditEntries.companyId, operatorId), eq(auditEntries.subjectId, companyId))
  return api.db.orm.select().from(auditEntries).where(own).orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
}

test('the code that was paid is chosen: list, dialog and ledger say the same, and the plan is the one that was paid for', async () => {
  const { code, read, mark, planName, planId, row } = await owing()
  const larger = await newPlan({ value: 199.9 })
  const [cheap] = [await code(), await code(larger['id'])]
  const { charges } = (await read()) as { charges: Record<string, unknown>[] }
  expect(charges).toMatchObject([
    { plan: larger['name'], amount: 199.9, purpose: 'change', voidReason: null },
    { plan: planName, amount: 89.9, purpose: 'renewal', voidReason: null },
  ])
  const paid = charges.find(({ statement }) => statement === readBrCode(cheap)?.txid)
  expect((await mark({ chargeId: paid?.['id'], amount: 10 })).status).toBe(400)
  const { said } = await mark({ chargeId: paid?.['id'] })
  expect(said).toMatchObject({
    invoices: [{ status: 'paid', value: 89.9, detail: planName }],
    payments: [{ amount: 89.9, planName, txid: paid?.['txid'], effect: 'renewed', notices: [], reversible: true }],
  })
  expect(await row()).toMatchObject({ planId, notices: 0 })
})

test('less than is owed is written down and shown until somebody has seen it', async () => {
  const { mark, row, id } = await owing()
  expect((await mark({ amount: 50 })).said).toMatchObject({
    invoices: [{ status: 'open' }],
    payments: [{ effect: 'short', amount: 50, notices: [{ kind: 'amount', owed: '89.90', received: '50.00' }] }],
  })
  expect(await row()).toMatchObject({ notices: 1 })
  await ask('POST', `/companies/${id}/payments/seen`)
  expect(await row()).toMatchObject({ notices: 0 })
  expect((await mark({ amount: 0.001 })).status).toBe(400)
})

test('marked by mistake is reversed with a reason: due date, plan and invoice as before, and the log says who', async () => {
  const { id, code, read, mark, planId, dueDate, row, invoiceId } = await owing()
  const larger = await newPlan({ value: 199.9 })
  await code(larger['id'])
  const { charges } = (await read()) as { charges: { id: string }[] }
  const { payments } = (await mark({ chargeId: charges[0]?.id })).said as { payments: { id: string }[] }
  expect(await row()).toMatchObject({ planId: larger['id'] })
  const reverse = (reason: string) => ask('POST', `/companies/${id}/payments/${payments[0]?.id}/reverse`, { reason })
  expect((await reverse('')).status).toBe(400)
  const { said } = await reverse('Era de outra empresa')
  expect(said).toMatchObject({
    invoices: [{ id: invoiceId, status: 'open', value: 89.9, paidAt: null }],
    payments: [
      { effect: 'reversed', amount: -199.9, note: 'Era de outra empresa', reverses: payments[0]?.id },
      { effect: 'renewed', amount: 199.9, reversible: false },
    ],
  })
  expect(await row()).toMatchObject({ planId, dueDate })
  expect(await reverse('de novo')).toMatchObject({ status: 409, said: { error: 'ERR_PAYMENT_NOT_REVERSIBLE' } })
  const other = await owing()
  const ofOther = `/companies/${other.id}/payments/${payments[0]?.id}/reverse`
  expect((await ask('POST', ofOther, { reason: 'Engano' })).status).toBe(404)
  expect((await logOf(id)).map(({ action, details }) => [action, details])).toMatchObject([
    ['company.added', {}],
    ['payment.marked', { amount: '199.90', effect: 'renewed', plan: larger['name'] }],
    ['payment.reversed', { amount: '-199.90', effect: 'reversed' }],
  ])
})

test('a plan that is set reprices what is owed at once; one that is free leaves nothing to pay', async () => {
  const { id, code, token, invoiceId, row } = await owing()
  const [larger, free] = [await newPlan({ value: 199.9 }), await newPlan({ value: 0 })]
  const before = await code()
  await ask('PUT', `/companies/${id}`, { planId: larger['id'], recurrence: 'BIMESTRAL' })
  expect((await ask('GET', `/invoices/${invoiceId}`, undefined, token)).said).toMatchObject({
    value: 399.8,
    months: 2,
    detail: larger['name'],
  })
  const after = await code(larger['id'])
  expect(readBrCode(after)).toMatchObject({ amount: '399.80' })
  expect(readBrCode(after)?.txid).not.toBe(readBrCode(before)?.txid)
  expect(await code(free['id'])).toContain('ERR_PLAN_FREE')
  await ask('PUT', `/companies/${id}`, { planId: free['id'] })
  expect(await row()).toMatchObject({ openInvoice: null })
  expect((await ask('GET', `/invoices/${invoiceId}`, undefined, token)).said).toMatchObject({ status: 'void' })
  expect(await code(free['id'])).toContain('ERR_INVOICE_VOID')
})

test('a plan that becomes free voids what its companies owe for it', async () => {
  const { planId, row } = await owing()
  await ask('PUT', `/plans/${String(planId)}`, { value: 0 })
  expect(await row()).toMatchObject({ openInvoice: null })
})

test('a static code is voided when key, name or city change, and nobody is shown it again', async () => {
  const { code, id } = await owing()
  const codes = () =>
    api.db.orm.select().from(pixCharges).where(eq(pixCharges.companyId, id)).orderBy(pixCharges.createdAt)
  const changes = [{ pixKey: 'outra@balcao.example' }, { pixName: 'Balcão Novo' }, { pixCity: 'Olinda' }]
  let last = await code()
  for (const change of changes) {
    await ask('PUT', '/installation', change)
    const next = await code()
    expect(next).not.toBe(last)
    last = next
  }
  expect(readBrCode(last)).toMatchObject({ key: 'outra@balcao.example', name: 'BALCAO NOVO', city: 'OLINDA' })
  expect((await codes()).map(({ voidReason }) => voidReason)).toEqual(['receiver', 'receiver', 'receiver', null])
  // What is as it was voids nothing.
  await ask('PUT', '/installation', { pixCity: 'Olinda', contact: 'ajuda@balcao.example' })
  expect(await code()).toBe(last)
})

test('a company that is over its plan is shown so to the operator and to its admins', async () => {
  const { id, token, row } = await owing()
  const person = { name: 'Rui', email: `${newId()}@empresa.example`, password: testPassword, profile: 'user' }
  await ask('POST', '/users', person, token)
  await ask('PUT', `/companies/${id}`, { planId: (await newPlan({ users: 1 }))['id'] })
  const over = [{ resource: 'users', limit: 1, used: 2 }]
  expect(await row()).toMatchObject({ over })
  expect((await ask('GET', '/subscription', undefined, token)).said).toMatchObject({ over, notices: [] })
})

test('more months leave a trial a trial', async () => {
  const planId = (await newPlan())['id']
  const email = `${newId()}@empresa.example`
  await api.request('POST', '/companies/cadastro', { body: { name: 'Loja', email, password: testPassword, planId } })
  const token = await api.login(email)
  const { companyId } = (await ask('GET', '/subscription', undefined, token)).said
  const { said } = await ask('POST', `/companies/${String(companyId)}/extend`, { recurrence: 'MENSAL' })
  expect(said['trialExpiration']).toBe(said['dueDate'])
  expect(Number(said['daysLeft'])).toBeGreaterThan(27)
})

test('what is changed of a company is in the operator’s log, which outlives the company', async () => {
  const { id, planName, dueDate } = await owing()
  const other = await newPlan({ value: 10 })
  await ask('PUT', `/companies/${id}`, { planId: other['id'], name: 'Mercado da Lia' })
  await ask('POST', `/companies/${id}/extend`, { recurrence: 'ANUAL' })
  await ask('PUT', `/companies/${id}`, { status: false })
  await ask('PUT', `/companies/${id}`, { status: false })
  await ask('DELETE', `/companies/${id}`)
  const entries = await logOf(id)
  expect(entries.map(({ action, details }) => [action, details])).toMatchObject([
    ['company.added', {}],
    ['company.changed', { planBefore: planName, plan: other['name'], fields: ['name'] }],
    ['company.changed', { extended: 'ANUAL', dueDateBefore: dueDate }],
    ['company.changed', { status: false }],
    ['company.deleted', {}],
  ])
  expect(entries.every(({ userId }) => userId !== null)).toBe(true)
})
