// What companies owe and pay, in Postgres.
import * as fc from 'fast-check'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { companies } from '../companies/table.ts'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { testCompany } from '../node/testing/test-world.ts'
import { applyByHand } from './apply-payment.ts'
import { renewFree } from './invoicing.ts'
import { renewed } from './periods.ts'
import { companyBilling, invoices, payments } from './table.ts'
import { day, later, owingIn, start } from './test-owing.ts'

const db = useTestDatabase()
const { invoicesOf, make, dueIn, charged, changeTo, pay } = owingIn(db)

describe('invoices', () => {
  test('are there twenty days ahead, of the plan’s price for all months that are paid at once', async () => {
    const [soon, far] = [await dueIn(20, { recurrence: 'TRIMESTRAL' }), await dueIn(21)]
    await make(start)
    expect(await invoicesOf(soon.id)).toMatchObject([{ number: 1, value: '3.00', months: 3, dueDate: later(20) }])
    expect(await invoicesOf(far.id)).toEqual([])
  })

  test('are not made for the operator, nor for who is switched off', async () => {
    const none = [await dueIn(1, { operator: true }), await dueIn(1, { status: false })]
    await make(start)
    for (const { id } of none) expect(await invoicesOf(id)).toEqual([])
  })

  test('are not made of a plan that costs nothing: it goes on by itself', async () => {
    const company = await dueIn(0)
    await db.sql`update plans set value = 0 where id = ${(await company.row()).planId}`
    const renew = () => db.orm.transaction((tx) => renewFree(tx, start))
    await make(start)
    await Promise.all([renew(), renew()])
    expect(await invoicesOf(company.id)).toEqual([])
    expect((await company.row()).dueDate).toEqual(new Date('2026-12-25T12:00:00Z'))
  })

  test('are made once, whoever runs the job at the same time and however late', async () => {
    const company = await dueIn(-40)
    await Promise.all([make(start), make(start), make(later(1)), make(later(30))])
    expect(await invoicesOf(company.id)).toHaveLength(1)
  })
})

describe('a payment', () => {
  test('moves the due date, pays the invoice, ends the trial and is in the ledger; the same one again does nothing', async () => {
    const company = await dueIn(3)
    await db.orm
      .update(companyBilling)
      .set({ trialEndsAt: later(3) })
      .where(eq(companyBilling.companyId, company.id))
    await make(start)
    const { txid, invoice } = await charged(company.id)
    const results = await Promise.all([pay(txid, 'E1'), pay(txid, 'E1'), pay(txid, 'E1')])
    expect(results.filter((payment) => payment !== null)).toMatchObject([{ effect: 'renewed', amount: '1.00' }])
    const { dueDate } = await company.row()
    const { timeZone } = await company.row()
    const anchorDay = 28
    expect(dueDate).toEqual(renewed({ dueDate: later(3), anchorDay, timeZone }, 1, start).dueDate)
    expect(await invoicesOf(company.id)).toMatchObject([{ id: invoice.id, paidAt: start, dueDate: later(3) }])
    const [billing] = await db.orm.select().from(companyBilling).where(eq(companyBilling.companyId, company.id))
    expect(billing).toMatchObject({ trialEndsAt: null, anchorDay })
    const rows = await db.orm.select().from(payments).where(eq(payments.companyId, company.id))
    expect(rows).toMatchObject([{ reference: 'E1', dueBefore: later(3), dueAfter: dueDate, userId: null }])
  })

  test('that is too small, or comes after another, moves nothing and is written down', async () => {
    const company = await dueIn(3)
    await make(start)
    const { txid } = await charged(company.id)
    const references = [newId(), newId(), newId()]
    expect(await pay(txid, references[0]!, '0.99')).toMatchObject({ effect: 'short', dueAfter: later(3) })
    expect((await invoicesOf(company.id))[0]?.paidAt).toBeNull()
    const moved = await pay(txid, references[1]!)
    expect(moved).toMatchObject({ effect: 'renewed' })
    expect(await pay(txid, references[2]!)).toMatchObject({ effect: 'surplus', dueAfter: moved?.dueAfter })
    expect((await company.row()).dueDate).toEqual(moved?.dueAfter)
  })

  test('of nobody’s charge, or by another provider, is not ours', async () => {
    const company = await dueIn(3)
    await make(start)
    const { txid } = await charged(company.id, { provider: 'manual' })
    expect(await pay(txid, newId())).toBeNull()
    expect(await pay('nobody', newId())).toBeNull()
    expect((await company.row()).dueDate).toEqual(later(3))
  })

  test('that was made with another plan in mind brings it, for its price', async () => {
    const [company, other] = [await dueIn(3), await testCompany(db)]
    const [{ planId } = { planId: '' }] = await db.orm.select().from(companies).where(eq(companies.id, other.id))
    await make(start)
    const { txid } = await charged(company.id, { ...(await changeTo(company.id, planId)), amount: '5.00' })
    expect(await pay(txid, newId(), '1.00')).toMatchObject({ effect: 'short' })
    await pay(txid, newId(), '5.00')
    expect(await company.row()).toMatchObject({ planId })
    expect(await invoicesOf(company.id)).toMatchObject([{ value: '5.00' }])
  })

  test('marked by hand names who and why, and only once', async () => {
    const company = await dueIn(3)
    const { userId } = await company.user('admin')
    await make(start)
    const [invoice] = await invoicesOf(company.id)
    const mark = () =>
      db.orm.transaction((tx) => applyByHand(tx, invoice?.id ?? '', { userId, note: 'Depósito' }, start))
    expect(await mark()).toMatchObject({ effect: 'renewed', userId, note: 'Depósito', provider: 'manual' })
    await expect(mark()).rejects.toMatchObject({ code: 'ERR_INVOICE_PAID' })
    expect(await db.orm.select().from(payments).where(eq(payments.companyId, company.id))).toHaveLength(1)
  })
})

/** 1,000 in the long run (`npm run test:long`). */
const companyCount = Number(process.env['BILLING_COMPANIES'] ?? 40)

test(
  'two years of companies: each period has one invoice, whatever the job and the payers do',
  async () => {
    const world = await Promise.all(
      Array.from({ length: companyCount }, (_, index) =>
        dueIn(3 + (index % 40), { recurrence: index % 4 === 0 ? 'BIMESTRAL' : 'MENSAL' }),
      ),
    )
    const ids = world.map(({ id }) => id)
    const dueDates = async () => {
      const rows = await db.orm
        .select({ id: companies.id, dueDate: companies.dueDate })
        .from(companies)
        .where(inArray(companies.id, ids))
      return new Map(rows.map(({ id, dueDate }) => [id, dueDate]))
    }
    const passed = fc.sample(fc.integer({ min: 0, max: 45 }), { numRuns: 35, seed: 17 })
    const luck = fc.sample(fc.integer({ min: 0, max: 9 }), { numRuns: passed.length * ids.length, seed: 18 })
    let now = start
    for (const [round, days] of passed.entries()) {
      now = new Date(now.getTime() + days * day)
      await Promise.all([make(now), make(now)])
      const open = await db.orm
        .select()
        .from(invoices)
        .where(and(inArray(invoices.companyId, ids), isNull(invoices.paidAt)))
      const due = await dueDates()
      // Missing: none where the period begins soon. Double: never.
      const expected = ids.filter((id) => (due.get(id)?.getTime() ?? 0) <= now.getTime() + 20 * day)
      expect(open.map(({ companyId }) => companyId).toSorted()).toEqual(expected.toSorted())
      expect(open.map(({ dueDate }) => dueDate)).toEqual(open.map(({ companyId }) => due.get(companyId)))
      const payers = open.filter(({ companyId }) => (luck[round * ids.length + ids.indexOf(companyId)] ?? 0) >= 5)
      await Promise.all(
        payers.map(({ id }) => db.orm.transaction((tx) => applyByHand(tx, id, { userId: null, note: 'x' }, now))),
      )
    }
    const [all, paid, due] = [
      await db.orm.select().from(invoices).where(inArray(invoices.companyId, ids)).orderBy(invoices.number),
      await db.orm
        .select()
        .from(payments)
        .where(inArray(payments.companyId, ids))
        .orderBy(payments.paidAt, payments.dueBefore),
      await dueDates(),
    ]
    for (const id of ids) {
      const own = all.filter(({ companyId }) => companyId === id)
      const chain = paid.filter(({ companyId }) => companyId === id)
      expect(chain).toHaveLength(own.filter(({ paidAt }) => paidAt !== null).length)
      // Each payment goes on where the one before ended.
      expect(chain.slice(1).map(({ dueBefore }) => dueBefore)).toEqual(
        chain.slice(0, -1).map(({ dueAfter }) => dueAfter),
      )
      expect(due.get(id)).toEqual(chain.at(-1)?.dueAfter ?? due.get(id))
    }
  },
  companyCount * 3000,
)
