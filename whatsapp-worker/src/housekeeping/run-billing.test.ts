// Payments that no webhook told of, by the real client against a stand-in of Efí that checks what Efí checks.
import { createSecretKey, randomBytes } from 'node:crypto'
import { makeInvoices } from 'db/billing/invoicing.ts'
import { installation, invoices, payments, pixCharges } from 'db/billing/table.ts'
import { companies } from 'db/companies/table.ts'
import { newId } from 'db/kit/new-id.ts'
import { keyRing } from 'db/node/keys/cipher.ts'
import { setSecret } from 'db/node/keys/secrets.ts'
import { createEfi } from 'db/node/pix/efi.ts'
import { efiSecret } from 'db/node/pix/open-provider.ts'
import { startTestEfi } from 'db/node/pix/test-efi.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { superUser, testCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { findPayments } from './run-billing.ts'

const db = useTestDatabase()

test('what was paid while nobody listened is found, once, and is what the provider lists', async () => {
  const efi = await startTestEfi()
  onTestFinished(() => efi.stop())
  const keys = keyRing(createSecretKey(randomBytes(32)))
  const { companyId: operatorId, userId } = await superUser(db)
  const { baseUrl, ca, key, timeoutMs: _none, ...credentials } = efi.settings
  const text = JSON.stringify({ ...credentials, webhook: 'x' })
  await setSecret(db.orm, keys, { companyId: operatorId, name: efiSecret, text, userId }, new Date())
  await db.orm.update(installation).set({ pixProvider: 'efi', pixKey: key })
  const now = new Date()
  const owing = await testCompany(db, { dueDate: now })
  await db.orm.transaction((tx) => makeInvoices(tx, now))
  const [invoice] = await db.orm.select().from(invoices).where(eq(invoices.companyId, owing.id))
  const [company] = await db.orm.select().from(companies).where(eq(companies.id, owing.id))
  if (!invoice || !company) throw new Error('no invoice')
  const txid = newId().replaceAll('-', '')
  const { brCode, expiresAt } = await createEfi(efi.settings).charge({
    txid,
    amount: invoice.value,
    expiresIn: 3600,
    description: 'Plano',
  })
  const charge = { id: newId(), companyId: owing.id, invoiceId: invoice.id, provider: 'efi' as const, txid }
  await db.orm
    .insert(pixCharges)
    .values({ ...charge, amount: invoice.value, planId: company.planId, brCode, expiresAt, createdAt: now })
  const parts = { db, log: pino({ level: 'silent' }), pix: { efiBaseUrl: baseUrl, efiCa: ca, keys } }
  const find = () => findPayments(parts, new Date())
  expect(await find()).toBe(0)

  efi.pay(txid)
  efi.receive('7.00')
  const found = await Promise.all([find(), find()])
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await find()).toBe(0)
  const ledger = await db.orm.select().from(payments).where(eq(payments.companyId, owing.id))
  expect(ledger).toMatchObject([{ effect: 'renewed', amount: invoice.value, provider: 'efi' }])
  const [after] = await db.orm.select().from(companies).where(eq(companies.id, owing.id))
  expect(after?.dueDate.getTime()).toBeGreaterThan(now.getTime())

  // It is away: nothing is lost, and nothing else stops.
  efi.answerNext({ status: 503 })
  expect(await find()).toBe(0)
})
