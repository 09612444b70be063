// Each minute, by whichever worker takes the job: makes the invoices whose time has come, and asks the payment provider for what was paid
// without anybody having heard of it. Both may run twice, be killed or be late for weeks: rows say what there is to do.
import { makeInvoices, renewFree } from 'db/billing/invoicing.ts'
import { installation, pixCharges } from 'db/billing/table.ts'
import { billingQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { openEfi, settle, type PixSettings } from 'db/node/pix/open-provider.ts'
import type { PixPayment } from 'db/node/pix/provider.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import { runRegularly, untilFewer } from '../consume.ts'
import type { LetterSettings } from '../env.ts'
import type { Log } from '../logger.ts'
import { mailInvoices } from './mail-invoices.ts'

const cron = '* * * * *'
const invoicesAtOnce = 500
/** A code can be paid for an hour; a day more covers whatever was down meanwhile. */
const lookBackMs = 25 * 3_600_000

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
  pix: PixSettings
  /** Null: nothing is mailed. */
  mail: LetterSettings | null
}

export function billRegularly(parts: Parts) {
  return runRegularly(parts.jobs, billingQueue, cron, async (isStopping) => {
    const made = await untilFewer(invoicesAtOnce, () => makeSome(parts.db, new Date()), isStopping)
    if (made > 0) parts.log.info({ made }, 'invoices made')
    await parts.db.orm.transaction((tx) => renewFree(tx, new Date()))
    await findPayments(parts, new Date())
    if (parts.mail) await mailInvoices({ ...parts, mail: parts.mail }, () => new Date(), isStopping)
  })
}

async function makeSome({ orm }: Database, now: Date): Promise<number> {
  return (await orm.transaction((tx) => makeInvoices(tx, now, { limit: invoicesAtOnce }))).length
}

/** What the provider lists of the last day, as long as there are codes that somebody may have paid in it. Returns how many were new. */
export async function findPayments({ db, log, pix }: Omit<Parts, 'jobs' | 'mail'>, now: Date): Promise<number> {
  try {
    const [row] = await db.orm.select({ provider: installation.pixProvider }).from(installation)
    if (row?.provider !== 'efi') return 0
    const from = new Date(now.getTime() - lookBackMs)
    const recent = and(eq(pixCharges.provider, 'efi'), gt(pixCharges.createdAt, from))
    const [charge] = await db.orm.select().from(pixCharges).where(recent).orderBy(desc(pixCharges.createdAt)).limit(1)
    const efi = charge && (await openEfi(db.orm, pix))
    if (!efi) return 0
    const payments: PixPayment[] = []
    for await (const payment of efi.provider.paymentsBetween(from, now)) payments.push(payment)
    const applied = await settle(db.orm, 'efi', payments, now)
    if (applied.length > 0) log.info({ applied: applied.length }, 'payments found by asking')
    return applied.length
  } catch (err) {
    // The next run asks for the same day again.
    log.warn({ err }, 'the payment provider could not be asked')
    return 0
  }
}
