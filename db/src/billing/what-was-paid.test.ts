// What a payment brings when plan, price or people change between the code and the money, and how a mistake is taken back.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { companies, plans } from '../companies/table.ts'
import { newId } from '../kit/new-id.ts'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { testCompany } from '../node/testing/test-world.ts'
import { chargeOf } from './charges.ts'
import { moveDueDate } from './invoicing.ts'
import { reversePayment } from './reverse-payment.ts'
import { companyBilling, pixCharges } from './table.ts'
import { day, later, owingIn, start } from './test-owing.ts'

const db = useTestDatabase()
const { invoicesOf, make, charged, changeTo, pay, withOther } = owingIn(db)

describe('marked by hand', () => {
  test('is the code that was chosen, not the one that was made last', async () => {
    const { company, planId, plan, ownPlanId, own, mark } = await withOther()
    const cheap = await charged(company.id, { provider: 'manual', fromPlanId: ownPlanId, createdAt: later(-1) })
    await charged(company.id, { ...(await changeTo(company.id, planId)), provider: 'manual', amount: '5.00' })
    const [code] = await db.orm.select().from(pixCharges).where(eq(pixCharges.txid, cheap.txid))
    expect(await mark({ chargeId: code?.id })).toMatchObject({
      amount: '1.00',
      effect: 'renewed',
      planName: own,
      notices: [],
    })
    expect((await company.row()).planId).toBe(ownPlanId)
    expect(await invoicesOf(company.id)).toMatchObject([{ value: '1.00', detail: own }])
    expect(plan).not.toBe(own)
  })

  test('brings the plan that the chosen code was made for, and the invoice names it', async () => {
    const { company, planId, plan, mark } = await withOther()
    const { txid } = await charged(company.id, {
      ...(await changeTo(company.id, planId)),
      provider: 'manual',
      amount: '5.00',
    })
    await charged(company.id, { provider: 'manual', createdAt: later(1) })
    const [code] = await db.orm.select().from(pixCharges).where(eq(pixCharges.txid, txid))
    expect(await mark({ chargeId: code?.id })).toMatchObject({ amount: '5.00', planName: plan, planAfter: planId })
    expect((await company.row()).planId).toBe(planId)
    expect(await invoicesOf(company.id)).toMatchObject([{ value: '5.00', detail: plan }])
  })

  test('as received otherwise renews the present plan; less than is owed is written down and renews nothing', async () => {
    const { company, ownPlanId, mark } = await withOther()
    expect(await mark({ amount: '0.50' })).toMatchObject({
      effect: 'short',
      amount: '0.50',
      notices: [{ kind: 'amount', owed: '1.00', received: '0.50' }],
    })
    expect(await company.row()).toMatchObject({ dueDate: later(3) })
    expect(await mark({ amount: '2.00' })).toMatchObject({ effect: 'renewed', amount: '2.00' })
    expect(await company.row()).toMatchObject({ planId: ownPlanId })
  })

  test('by another invoice’s code is refused', async () => {
    const [{ mark }, other] = [await withOther(), await withOther()]
    const { txid } = await charged(other.company.id, { provider: 'manual' })
    const [code] = await db.orm.select().from(pixCharges).where(eq(pixCharges.txid, txid))
    await expect(mark({ chargeId: code?.id })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
  })
})

describe('a code that was made for another plan', () => {
  test('does not undo what the operator has set since: the money counts for the present plan, and that is said', async () => {
    const { company, planId, plan, set } = await withOther()
    const third = await testCompany(db)
    const [row] = await db.orm.select().from(companies).where(eq(companies.id, third.id))
    const { txid } = await charged(company.id, { ...(await changeTo(company.id, planId)), amount: '5.00' })
    await set({ planId: row?.planId ?? '' })
    expect(await pay(txid, newId(), '5.00')).toMatchObject({
      effect: 'renewed',
      planAfter: row?.planId,
      notices: [
        { kind: 'plan-moved', wanted: plan },
        { kind: 'amount', owed: '1.00', received: '5.00' },
      ],
    })
    expect((await company.row()).planId).toBe(row?.planId)
  })

  test('is looked at again when it is paid: who does not fit by then keeps the present plan', async () => {
    const { company, planId, ownPlanId, plan } = await withOther(1)
    const { txid } = await charged(company.id, { ...(await changeTo(company.id, planId)), amount: '5.00' })
    await company.user('admin')
    await company.user('user')
    expect(await pay(txid, newId(), '5.00')).toMatchObject({
      effect: 'renewed',
      notices: [
        { kind: 'plan-too-small', wanted: plan, over: [{ resource: 'users', limit: 1, used: 2 }] },
        { kind: 'amount' },
      ],
    })
    expect((await company.row()).planId).toBe(ownPlanId)
  })

  test('and costs less than the present plan buys none of it', async () => {
    const { company, planId } = await withOther(1)
    const { txid } = await charged(company.id, { ...(await changeTo(company.id, planId)), amount: '0.60' })
    await company.user('admin')
    await company.user('user')
    expect(await pay(txid, newId(), '0.60')).toMatchObject({ effect: 'short', dueAfter: later(3) })
  })
})

describe('another plan or recurrence', () => {
  test('reprices the open invoice, and its codes are shown to nobody any more', async () => {
    const { company, planId, plan, set } = await withOther()
    const { txid } = await charged(company.id)
    await set({ planId, recurrence: 'TRIMESTRAL' })
    expect(await invoicesOf(company.id)).toMatchObject([
      { number: 1, value: '15.00', months: 3, detail: plan, paidAt: null },
    ])
    const [code] = await db.orm.select().from(pixCharges).where(eq(pixCharges.txid, txid))
    expect(code).toMatchObject({ voidReason: 'price', voidedAt: start })
    expect(await pay(txid, newId(), '1.00')).toMatchObject({ effect: 'short', notices: [{ kind: 'plan-moved' }, {}] })
  })

  test('that costs nothing leaves nothing to pay, and no code can be had', async () => {
    const { company, planId, set, mark } = await withOther()
    const { txid, invoice } = await charged(company.id)
    await db.orm.update(plans).set({ value: '0' }).where(eq(plans.id, planId))
    await set({ planId })
    expect(await invoicesOf(company.id)).toMatchObject([{ voidedAt: start }])
    expect(await make(start)).not.toContainEqual(expect.objectContaining({ companyId: company.id }))
    const code = () =>
      db.orm.transaction((tx) =>
        chargeOf(tx, { companyId: company.id, invoiceId: invoice.id, planId, provider: 'manual' }, start),
      )
    await expect(code()).rejects.toMatchObject({ code: 'ERR_INVOICE_VOID' })
    await expect(mark({}, invoice.id)).rejects.toMatchObject({ code: 'ERR_INVOICE_VOID' })
    expect(await pay(txid, newId(), '1.00')).toMatchObject({ effect: 'surplus' })
    // It is for money again: an invoice of its own.
    await db.orm.update(plans).set({ value: '5.00' }).where(eq(plans.id, planId))
    await make(start)
    expect(await invoicesOf(company.id)).toMatchObject([{}, { number: 2, value: '5.00', paidAt: null }])
  })
})

describe('a trial', () => {
  const trialOf = async (id: string) => {
    const [row] = await db.orm.select().from(companyBilling).where(eq(companyBilling.companyId, id))
    return row?.trialEndsAt
  }

  test('goes on until the due date, wherever that is moved, and ends with a payment', async () => {
    const { company, mark } = await withOther()
    await db.orm
      .update(companyBilling)
      .set({ trialEndsAt: later(3) })
      .where(eq(companyBilling.companyId, company.id))
    await db.orm.transaction((tx) => moveDueDate(tx, company.id, { dueDate: later(33), anchorDay: 28 }, start))
    expect(await trialOf(company.id)).toEqual(later(33))
    const { id: paymentId } = await mark({})
    expect(await trialOf(company.id)).toBeNull()
    const { userId } = await company.user('admin')
    const reversal = { companyId: company.id, paymentId, userId, reason: 'Engano' }
    await db.orm.transaction((tx) => reversePayment(tx, reversal, start))
    expect(await trialOf(company.id)).toEqual(later(33))
    expect((await company.row()).dueDate).toEqual(later(33))
  })
})

describe('a payment that is reversed', () => {
  test('leaves due date, plan and invoice as they were, with a row that says who and why; not twice', async () => {
    const { company, planId, ownPlanId, own, mark } = await withOther()
    const { userId } = await company.user('admin')
    const { txid } = await charged(company.id, {
      ...(await changeTo(company.id, planId)),
      provider: 'manual',
      amount: '5.00',
    })
    const [code] = await db.orm.select().from(pixCharges).where(eq(pixCharges.txid, txid))
    const { id: paymentId } = await mark({ chargeId: code?.id })
    const reversal = { companyId: company.id, paymentId, userId, reason: 'Empresa errada' }
    const reverse = () => db.orm.transaction((tx) => reversePayment(tx, reversal, start))
    expect(await reverse()).toMatchObject({
      effect: 'reversed',
      amount: '-5.00',
      reverses: paymentId,
      userId,
      note: 'Empresa errada',
      planBefore: planId,
      planAfter: ownPlanId,
      notices: [],
    })
    expect(await company.row()).toMatchObject({ planId: ownPlanId, dueDate: later(3) })
    expect(await invoicesOf(company.id)).toMatchObject([
      { detail: own, value: '1.00', paidAt: null, dueDate: later(3) },
    ])
    await expect(reverse()).rejects.toMatchObject({ code: 'ERR_PAYMENT_NOT_REVERSIBLE' })
    // The code is as good as it was.
    expect(await mark({ chargeId: code?.id })).toMatchObject({ effect: 'renewed', planAfter: planId })
  })

  test('while the next period’s invoice is open owes the one before; what was extended since stays extended', async () => {
    const { company, mark } = await withOther()
    const { userId } = await company.user('admin')
    const payment = await mark({})
    await make(later(25))
    await db.orm.transaction((tx) =>
      moveDueDate(tx, company.id, { dueDate: new Date(payment.dueAfter.getTime() + 10 * day), anchorDay: 8 }, start),
    )
    const reversal = { companyId: company.id, paymentId: payment.id, userId, reason: 'Engano' }
    expect(await db.orm.transaction((tx) => reversePayment(tx, reversal, start))).toMatchObject({
      notices: [{ kind: 'due-shifted' }],
      dueAfter: later(13),
    })
    expect(await invoicesOf(company.id)).toMatchObject([
      { number: 1, paidAt: null, dueDate: later(13) },
      { number: 2, voidedAt: start },
    ])
  })

  test('by a provider was received: it can’t be', async () => {
    const { company } = await withOther()
    const { userId } = await company.user('admin')
    const { txid } = await charged(company.id)
    const payment = await pay(txid, newId())
    const reversal = { companyId: company.id, paymentId: payment?.id ?? '', userId, reason: 'Engano' }
    await expect(db.orm.transaction((tx) => reversePayment(tx, reversal, start))).rejects.toMatchObject({
      code: 'ERR_PAYMENT_NOT_REVERSIBLE',
    })
  })
})
