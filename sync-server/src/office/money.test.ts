// What a company pays and what it has for that, whatever happens in which order: the real routes, Postgres and Efí's stand-in against a model that
// knows only what was paid for, what the operator set, and what came in. MONEY_RUNS says how many histories are tried.
import { randomBytes } from 'node:crypto'
import { makeInvoices } from 'db/billing/invoicing.ts'
import { recurrences, type Recurrence } from 'db/billing/periods.ts'
import { invoices, payments, pixCharges, type PixChargeRow } from 'db/billing/table.ts'
import { planFlags } from 'db/companies/plan-columns.ts'
import { companies } from 'db/companies/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { readSecret } from 'db/node/keys/secrets.ts'
import { ringFrom } from 'db/node/keys/settings.ts'
import { efiSecret } from 'db/node/pix/open-provider.ts'
import { readBrCode } from 'db/node/pix/test-br-code.ts'
import { startTestEfi, type TestEfi } from 'db/node/pix/test-efi.ts'
import { superUser, testPassword } from 'db/node/testing/test-world.ts'
import { users } from 'db/users/table.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

const day = 86_400_000
const runs = Number(process.env['MONEY_RUNS'] ?? 8)
const otherKey = 'caixa@balcao.example'
const payer = { firstName: 'Lia', address2: 'Rua A, 1', city: 'Recife', zipcode: '50000-000', country: 'BR' }

interface Plan {
  id: string
  name: string
  value: number
  users: number
}

let api: TestApi
let efi: TestEfi
let superToken: string
let webhook: (txid: string) => Promise<void>
let plans: Plan[]

beforeAll(async () => {
  efi = await startTestEfi()
  const key = randomBytes(32).toString('hex')
  api = await startTestApi({
    EFI_BASE_URL: efi.settings.baseUrl,
    EFI_CA: efi.settings.ca ?? '',
    SESSION_KEYS_SECRET: key,
  })
  const operator = await superUser(api.db)
  superToken = await api.login(operator.email)
  await ask('PUT', '/installation', { pixKey: efi.settings.key, pixName: 'Balcão', pixCity: 'Recife' })
  const { clientId, clientSecret, certificate } = efi.settings
  const kept = await ask('PUT', '/installation/efi', { clientId, clientSecret, certificate })
  if (kept['pixProvider'] !== 'efi') throw new Error(JSON.stringify(kept))
  const secret = await readSecret(api.db.orm, ringFrom({ SESSION_KEYS_SECRET: key }), operator.companyId, efiSecret)
  const { webhook: end } = JSON.parse(secret ?? '{}') as { webhook?: string }
  webhook = async (txid) => {
    const told = {
      endToEndId: `E${newId().replaceAll('-', '')}`,
      txid,
      valor: '0.01',
      horario: new Date().toISOString(),
    }
    const pix = [{ ...told, chave: efi.settings.key }]
    const { status } = await api.request('POST', `/pix/efi/${end}/pix`, { body: { pix } })
    expect(status).toBe(204)
  }
  plans = await Promise.all(
    [
      { value: 100, users: 3 },
      { value: 60, users: 2 },
      { value: 200, users: 6 },
      { value: 0, users: 4 },
      // Fewer people, and more of all else.
      { value: 150, users: 2 },
    ].map(newPlan),
  )
})
afterAll(async () => {
  await api.stop()
  await efi.stop()
})

async function ask(method: string, path: string, body?: unknown, token = superToken) {
  const answer = await api.request(method, path, { token, ...(body !== undefined && { body }) })
  expect([method, path, answer.status < 500, answer.body]).toMatchObject([method, path, true, {}])
  return answer.body
}

async function newPlan({ value, users: most }: Pick<Plan, 'value' | 'users'>): Promise<Plan> {
  const limits = { connections: 2, queues: 4, campaigns: 10, schedules: 50 }
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, true]))
  const name = `Plano ${newId()}`
  const { id } = await ask('POST', '/plans', { name, value, users: most, ...limits, ...flags })
  return { id: String(id), name, value, users: most }
}

const index = fc.nat({ max: 11 })
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('make code' as const), plan: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('set plan' as const), plan: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('set recurrence' as const), to: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change key' as const), key: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take money by' as const), efi: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add people' as const), count: fc.constantFrom(1, 2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('mark code as paid' as const), code: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('mark as paid otherwise' as const), amount: fc.constantFrom(50, 100, 250) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay code' as const),
      code: index,
      whole: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('next period' as const), days: fc.constantFrom(5, -40) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), payment: index }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

const make = (plan: number): Step => ({ do: 'make code', plan })
const add = (count: 1 | 2): Step => ({ do: 'add people', count })
const mark = (code: number): Step => ({ do: 'mark code as paid', code })
const pay = (code: number): Step => ({ do: 'pay code', code, whole: true })
const byHand: Step = { do: 'take money by', efi: false }
const reverse: Step = { do: 'reverse', payment: 0 }

/** Always tried, whatever chance brings: by the plans' places in the list. */
const alwaysTried: Step[][] = [
  // People come between the code of a smaller plan and its payment: one that is cheaper, and one that costs more.
  [make(1), add(2), pay(0)],
  [make(4), add(2), pay(0), { do: 'next period', days: 5 }, make(0), pay(0)],
  // The operator sets another plan in between.
  [make(2), { do: 'set plan', plan: 1 }, pay(0)],
  [make(2), { do: 'set plan', plan: 1 }, { do: 'set plan', plan: 0 }, pay(0)],
  [make(0), { do: 'set recurrence', to: 2 }, pay(0), make(0), pay(0)],
  // Two codes of which the first is paid, by mistake.
  [byHand, make(0), make(2), mark(0), reverse, mark(1), reverse, mark(0)],
  // The next period's invoice is there before the mistake is seen.
  [byHand, make(2), mark(0), { do: 'next period', days: 5 }, { do: 'reverse', payment: 0 }, make(0), mark(0)],
  // The key changes, and the plan is free for a while.
  [
    byHand,
    make(0),
    { do: 'change key', key: 0 },
    make(0),
    { do: 'set plan', plan: 3 },
    make(3),
    { do: 'set plan', plan: 2 },
  ],
  [{ do: 'next period', days: -40 }, make(2), { do: 'pay code', code: 0, whole: false }, make(2), pay(0), pay(0)],
]

/** What is known without asking the product: what was set, what was paid for, and what came in. */
interface Model {
  plan: Plan
  recurrence: Recurrence
  /** R$. */
  received: number
  /** The codes that were not voided by another price, by their ids. */
  priced: Set<string>
  /** Txids that were paid at Efí. */
  paid: Set<string>
  /** Somebody set a plan that is too small for what is used: said where it was set. */
  overBySet: boolean
}

const planOf = (at: number) => plans[at % plans.length]!
const byId = (id: string | null) => plans.find((plan) => plan.id === id)!

class History {
  readonly id: string
  readonly token: string
  readonly model: Model

  constructor(id: string, token: string, model: Model) {
    this.id = id
    this.token = token
    this.model = model
  }

  static async begin(): Promise<History> {
    const admin = { name: 'Dona Lia', email: `${newId()}@empresa.example`, password: testPassword }
    const dueDate = new Date(Date.now() + 10 * day).toISOString()
    const plan = plans[0]!
    await ask('PUT', '/installation', { pixKey: efi.settings.key, pixProvider: 'efi' })
    const { id } = await ask('POST', '/companies', { name: 'Mercado Lia', planId: plan.id, dueDate, admin })
    const model: Model = {
      plan,
      recurrence: 'MENSAL',
      received: 0,
      priced: new Set(),
      paid: new Set(),
      overBySet: false,
    }
    return new History(String(id), await api.login(admin.email), model)
  }

  readonly codes = () =>
    api.db.orm.select().from(pixCharges).where(eq(pixCharges.companyId, this.id)).orderBy(pixCharges.createdAt)
  readonly ledger = () =>
    api.db.orm.select().from(payments).where(eq(payments.companyId, this.id)).orderBy(desc(payments.createdAt))
  readonly people = () => api.db.orm.$count(users, eq(users.companyId, this.id))

  async company() {
    const [row] = await api.db.orm.select().from(companies).where(eq(companies.id, this.id))
    return row!
  }

  async open() {
    const open = and(eq(invoices.companyId, this.id), isNull(invoices.paidAt))
    return (await api.db.orm.select().from(invoices).where(open))[0]
  }

  async run(step: Step): Promise<void> {
    const { model } = this
    const invoice = await this.open()
    switch (step.do) {
      case 'make code': {
        if (!invoice) return
        const plan = planOf(step.plan)
        const answer = await ask(
          'POST',
          '/subscription',
          { ...payer, plan: plan.id, invoiceId: invoice.id },
          this.token,
        )
        if (!answer['qrcode']) return
        expect(plan.value).toBeGreaterThan(0)
        if (plan !== model.plan) expect(await this.people()).toBeLessThanOrEqual(plan.users)
        for (const { id, invoiceId, voidedAt } of await this.codes()) {
          if (invoiceId === invoice.id && !voidedAt) model.priced.add(id)
        }
        return
      }
      case 'set plan': {
        const plan = planOf(step.plan)
        await ask('PUT', `/companies/${this.id}`, { planId: plan.id })
        if (plan === model.plan) return
        await this.forgetPrices(invoice?.id)
        model.plan = plan
        model.overBySet = (await this.people()) > plan.users
        return
      }
      case 'set recurrence': {
        const names = Object.keys(recurrences) as Recurrence[]
        const recurrence = names[step.to % names.length]!
        await ask('PUT', `/companies/${this.id}`, { recurrence })
        if (recurrence !== model.recurrence) await this.forgetPrices(invoice?.id)
        model.recurrence = recurrence
        return
      }
      case 'change key':
        return void (await ask('PUT', '/installation', { pixKey: step.key % 2 === 0 ? otherKey : efi.settings.key }))
      case 'take money by':
        return void (await ask('PUT', '/installation', { pixProvider: step.efi ? 'efi' : 'manual' }))
      case 'add people': {
        for (let added = 0; added < step.count; added++) {
          const email = `${newId()}@empresa.example`
          const person = { name: 'Rui', email, password: testPassword, profile: 'user' }
          const before = await this.people()
          const answer = await ask('POST', '/users', person, this.token)
          if (before >= model.plan.users) expect(answer['error']).toMatch(/^ERR_/)
        }
        return
      }
      case 'mark code as paid': {
        const codes = (await this.codes()).filter(({ invoiceId }) => invoiceId === invoice?.id)
        const code = codes[step.code % Math.max(codes.length, 1)]
        if (!invoice || !code) return
        const body = { note: 'Extrato', chargeId: code.id }
        return this.receive(code, Number(code.amount), () =>
          ask('POST', `/companies/${this.id}/invoices/${invoice.id}/pay`, body),
        )
      }
      case 'mark as paid otherwise': {
        if (!invoice) return
        const body = { note: 'Depósito', amount: step.amount }
        return this.receive(null, step.amount, () =>
          ask('POST', `/companies/${this.id}/invoices/${invoice.id}/pay`, body),
        )
      }
      case 'pay code': {
        // Also late: codes that expired, were voided, or whose invoice is paid.
        const codes = (await this.codes()).filter(({ txid }) => efi.charges.has(txid) && !model.paid.has(txid))
        const code = codes[step.code % Math.max(codes.length, 1)]
        if (!code) return
        model.paid.add(code.txid)
        const amount = step.whole ? Number(code.amount) : Number(code.amount) / 2
        return this.receive(code, amount, async () => {
          efi.pay(code.txid, amount.toFixed(2))
          await Promise.all([webhook(code.txid), webhook(code.txid)])
          return {}
        })
      }
      case 'next period': {
        const now = new Date()
        const dueDate = new Date(now.getTime() + step.days * day).toISOString()
        await ask('PUT', `/companies/${this.id}`, { dueDate })
        await api.db.orm.transaction((tx) => makeInvoices(tx, now, { companyId: this.id }))
        return
      }
      case 'reverse':
        return this.reverse(step.payment)
    }
  }

  /** Codes of the open invoice are for another price from now on. */
  async forgetPrices(invoiceId: string | undefined) {
    for (const { id, invoiceId: of } of await this.codes()) if (of === invoiceId) this.model.priced.delete(id)
  }

  async receive(code: PixChargeRow | null, amount: number, settle: () => Promise<unknown>) {
    const { model } = this
    const [before, invoice, used] = [await this.company(), await this.open(), await this.people()]
    const known = (await this.ledger()).length
    const answer = await settle()
    const [row, ...rest] = await this.ledger()
    expect([rest.length, answer]).toMatchObject([known, {}])
    if (!row) throw new Error(JSON.stringify(answer))
    expect(Number(row?.amount)).toBe(amount)
    model.received += amount
    const after = await this.company()
    const wanted = byId(code?.planId ?? model.plan.id)
    const isMeant =
      code !== null &&
      code.invoiceId === invoice?.id &&
      model.priced.has(code.id) &&
      code.fromPlanId === model.plan.id &&
      code.months === recurrences[model.recurrence]
    const isChange = wanted.id !== model.plan.id
    const brings = isMeant && isChange && used <= wanted.users && amount >= Number(code.amount)
    const owed = isMeant && (!isChange || used <= wanted.users) ? Number(code.amount) : Number(invoice?.value)
    // Nothing renews for less than it costs, and nothing that covers it fails to.
    expect(row?.effect).toBe(row?.invoiceId !== invoice?.id ? 'surplus' : amount >= owed ? 'renewed' : 'short')
    expect(after.planId).toBe(brings ? wanted.id : model.plan.id)
    if (isChange && !brings && row?.effect !== 'surplus') {
      expect(row?.notices).not.toEqual([])
      const { notices } = await ask('GET', '/subscription', undefined, this.token)
      if (row?.notices.some(({ kind }) => kind === 'plan-moved' || kind === 'plan-too-small'))
        expect(notices).not.toEqual([])
    }
    if (row?.effect === 'renewed') {
      const [closed] = await api.db.orm
        .select()
        .from(invoices)
        .where(eq(invoices.id, row.invoiceId ?? ''))
      expect(closed).toMatchObject({ detail: byId(after.planId).name, voidedAt: null, paidAt: expect.any(Date) })
      expect(after.dueDate.getTime()).toBeGreaterThan(Math.max(before.dueDate.getTime(), Date.now()))
    } else expect(after.dueDate).toEqual(before.dueDate)
    // What changed a plan was checked against it.
    if (brings) model.overBySet = false
    model.plan = byId(after.planId)
  }

  async reverse(at: number) {
    const rows = await this.ledger()
    const payment = rows[at % Math.max(rows.length, 1)]
    if (!payment) return
    const before = await this.company()
    const answer = await ask('POST', `/companies/${this.id}/payments/${payment.id}/reverse`, { reason: 'Engano' })
    const wasTaken = rows.some(({ reverses }) => reverses === payment.id)
    const may = payment.provider === 'manual' && payment.effect !== 'reversed' && !wasTaken
    if (!may) {
      expect(answer['error']).toBe('ERR_PAYMENT_NOT_REVERSIBLE')
      return
    }
    const [row] = await this.ledger()
    expect(row).toMatchObject({ effect: 'reversed', reverses: payment.id, note: 'Engano' })
    this.model.received -= Number(payment.amount)
    const after = await this.company()
    if (payment.effect !== 'renewed') {
      expect(after).toMatchObject({ planId: before.planId, dueDate: before.dueDate })
      return
    }
    const isLast = before.dueDate.getTime() === payment.dueAfter.getTime()
    if (isLast) expect(after.dueDate).toEqual(payment.dueBefore)
    else expect(row?.notices).toContainEqual({ kind: 'due-shifted' })
    const isUndone = payment.planBefore !== payment.planAfter && before.planId === payment.planAfter
    expect(after.planId).toBe(isUndone ? payment.planBefore : before.planId)
    this.model.plan = byId(after.planId)
    if (isUndone) this.model.overBySet = row?.notices.some(({ kind }) => kind === 'over-limits') ?? false
  }

  /** What holds at every moment. */
  async check() {
    const { model } = this
    const company = await this.company()
    expect(company).toMatchObject({ planId: model.plan.id, recurrence: model.recurrence })
    const rows = await this.ledger()
    expect(rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(model.received, 5)
    const open = await this.open()
    if (model.plan.value === 0) expect(open).toBeUndefined()
    if (open) {
      const months = recurrences[model.recurrence]
      const value = (model.plan.value * months).toFixed(2)
      expect(open).toMatchObject({ detail: model.plan.name, months, value, dueDate: company.dueDate })
    }
    const { pixKey } = await ask('GET', '/installation')
    for (const { invoiceId, provider, voidedAt, brCode } of await this.codes()) {
      if (invoiceId !== open?.id || provider !== 'manual' || voidedAt) continue
      expect(readBrCode(brCode)?.key).toBe(pixKey)
    }
    const used = await this.people()
    const { over } = await ask('GET', '/subscription', undefined, this.token)
    if (used > model.plan.users) {
      expect(model.overBySet).toBe(true)
      expect(over).toEqual([{ resource: 'users', limit: model.plan.users, used }])
    } else expect(over).toEqual([])
  }
}

test(
  'whatever happens: the ledger is what was received, the plan is what was paid for or set, nobody is over limits unsaid',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 16 }), async (steps) => {
        const history = await History.begin()
        for (const each of steps) {
          await history.run(each)
          await history.check()
        }
      }),
      { numRuns: runs + alwaysTried.length, examples: alwaysTried.map((steps): [Step[]] => [steps]) },
    ),
  120_000 + runs * 30_000,
)
