// A company that people can log in to: with its first admin, its settings and, when it is to pay, its first invoice. Whoever makes one (the
// operator, a signup, the first run, the demo) makes it here.
import { eq } from 'drizzle-orm'
import { makeInvoices } from '../billing/invoicing.ts'
import type { Recurrence } from '../billing/periods.ts'
import { companyBilling } from '../billing/table.ts'
import { companies } from '../companies/table.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/new-id.ts'
import { defaultSettings, settings } from '../settings/table.ts'
import { userDefaults } from '../users/mutations.ts'
import { users } from '../users/table.ts'
import type { ServerTx } from './connect.ts'
import { violatedUnique } from './errors/postgres-errors.ts'

export interface NewCompany {
  name: string
  email: string | null
  phone: string | null
  planId: string
  recurrence: Recurrence
  dueDate: Date
  timeZone: string
  /** It has not paid anything yet, and need not until then. */
  trialEndsAt: Date | null
  status: boolean
  operator: boolean
  campaignsEnabled: boolean
  /** Runs it. `super`: and the installation. */
  admin: { name: string; email: string; passwordHash: string; super: boolean }
}

/** Returns the ids of the company and its admin. @throws AppError ERR_DUPLICATED_EMAIL when somebody logs in with the admin's */
export async function makeCompany(
  tx: ServerTx,
  { admin, trialEndsAt, campaignsEnabled, ...company }: NewCompany,
  now: Date,
): Promise<{ id: string; adminId: string }> {
  const [id, adminId] = [newId(), newId()]
  const times = { createdAt: now, updatedAt: now }
  await tx.insert(companies).values({ id, ...company, ...times })
  await tx.update(companyBilling).set({ trialEndsAt }).where(eq(companyBilling.companyId, id))
  const chosen = { ...defaultSettings, campaignsEnabled: campaignsEnabled ? 'enabled' : 'disabled' } as const
  await tx.insert(settings).values({ id, companyId: id, ...chosen, ...times })
  const { allTicket } = userDefaults
  const row = {
    id: adminId,
    companyId: id,
    ...admin,
    profile: 'admin',
    allTicket,
    connectionId: null,
    tokenVersion: 0,
  } as const
  await tx
    .insert(users)
    .values({ ...row, ...times })
    .catch((error: unknown) => {
      throw violatedUnique(error)?.includes('email')
        ? new AppError('ERR_DUPLICATED_EMAIL', { field: 'admin.email' })
        : error
    })
  await makeInvoices(tx, now, { companyId: id })
  return { id, adminId }
}
