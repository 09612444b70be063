// Letters about invoices, by SMTP to a server on this machine.
import { applyByHand } from 'db/billing/apply-payment.ts'
import { makeInvoices } from 'db/billing/invoicing.ts'
import { invoices } from 'db/billing/table.ts'
import { companies } from 'db/companies/table.ts'
import { useTestDatabase } from 'db/node/testing/test-file-database.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startTestMailServer } from '../test-mail-server.ts'
import { mailInvoices } from './mail-invoices.ts'

const db = useTestDatabase()
const minute = 60_000
const day = 24 * 60 * minute

test('an invoice is told when it is made, soon due, overdue and paid, each once; a server that is away is asked again', async () => {
  const { received, state, url, stop } = await startTestMailServer()
  onTestFinished(stop)
  const start = new Date('2026-11-25T12:00:00Z')
  const owing = await testCompany(db, { email: 'contas@lia.example', dueDate: new Date(start.getTime() + 10 * day) })
  await testCompany(db, { email: null, dueDate: start })
  const mail = { url, from: 'Balcão <nao-responda@balcao.example>', publicUrl: 'https://balcao.example' }
  let now = start
  const run = () => mailInvoices({ db, log: pino({ level: 'silent' }), mail }, () => now)
  await db.orm.transaction((tx) => makeInvoices(tx, now))

  state.isAway = true
  expect(await run()).toBe(0)
  state.isAway = false
  now = new Date(start.getTime() + 2 * minute)
  await Promise.all([run(), run()])
  now = new Date(start.getTime() + 6 * day)
  await run()
  now = new Date(start.getTime() + 11 * day)
  await run()
  const [invoice] = await db.orm.select().from(invoices).where(eq(invoices.companyId, owing.id))
  await db.orm.transaction((tx) => applyByHand(tx, invoice?.id ?? '', { userId: null, note: 'x' }, now))
  await run()
  expect(await run()).toBe(0)
  expect(received.map(({ to }) => to)).toEqual(Array.from({ length: 4 }, () => 'contas@lia.example'))
  const [made, soon, over, paid] = received.map(({ subject, body }) => `${subject} ${body}`)
  expect(made).toContain('Nova fatura: vence em 05/12/2026')
  expect(soon).toContain('Sua fatura vence em 05/12/2026')
  expect(over).toContain('Sua fatura venceu')
  expect(over).toContain('https://balcao.example/financeiro')
  expect(paid).toContain('Pagamento recebido')
  const [company] = await db.orm.select().from(companies).where(eq(companies.id, owing.id))
  expect(company?.dueDate.getTime()).toBeGreaterThan(now.getTime())
})
