// The end of a company, as far as it is at once: nobody logs in, nothing is sent, and its phones are told. A worker takes away what it has,
// when the phones are unlinked.
import { and, eq, isNull } from 'drizzle-orm'
import { companyBilling } from '../billing/table.ts'
import { companies } from '../companies/table.ts'
import { connections } from '../connections/table.ts'
import type { Effects } from '../kit/effects.ts'
import type { ServerTx } from './connect.ts'

/** In the transaction that ends its logins. */
export async function closeCompany(tx: ServerTx, effects: Effects, id: string, now: Date): Promise<void> {
  await tx.update(companies).set({ status: false, updatedAt: now }).where(eq(companies.id, id))
  await tx.update(companyBilling).set({ deletedAt: now }).where(eq(companyBilling.companyId, id))
  const down = { status: 'DISCONNECTED', statusReason: 'disconnected', qrcode: null, deletedAt: now } as const
  const phones = await tx
    .update(connections)
    .set({ ...down, updatedAt: now })
    .where(and(eq(connections.companyId, id), isNull(connections.deletedAt)))
    .returning({ id: connections.id })
  for (const phone of phones) effects.closeSession(phone.id)
}
