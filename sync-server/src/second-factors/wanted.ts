// Which second factors somebody has, and whether one is wanted of them.
import type { Tx } from 'db/kit/define-mutation.ts'
import { authenticators, passkeys, recoveryCodes } from 'db/second-factors/table.ts'
import { settingsOf } from 'db/settings/mutations.ts'
import { and, eq, isNotNull } from 'drizzle-orm'

interface Factors {
  /** Since when. */
  authenticator: Date | null
  passkeys: number
  recoveryCodes: number
}

export async function factorsOf(tx: Tx, userId: string): Promise<Factors> {
  const confirmed = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt))
  const [authenticator] = await tx.select({ at: authenticators.confirmedAt }).from(authenticators).where(confirmed)
  return {
    authenticator: authenticator?.at ?? null,
    passkeys: await tx.$count(passkeys, eq(passkeys.userId, userId)),
    recoveryCodes: await tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
  }
}

export const hasFactor = ({ authenticator, passkeys: count }: Factors) => authenticator !== null || count > 0

export const isRequired = async (tx: Tx, companyId: string) =>
  (await settingsOf(tx, companyId)).requireSecondFactor === 'enabled'
