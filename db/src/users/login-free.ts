import { and, eq, ne } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { invalidEmail } from './rules.ts'
import { users } from './table.ts'

/**
 * A login is one in all companies. The database holds it; asking first gives the better answer.
 * @param argument where the address stands in the mutation's arguments
 * @throws AppError ERR_DUPLICATED_EMAIL when a colleague logs in with `email`, ERR_VALIDATION as of an invalid one when a stranger does.
 */
export async function assertLoginFree(
  tx: Tx,
  { actor }: MutationContext,
  { userId, email, argument }: { userId: string; email: string; argument: string },
) {
  const others = and(eq(users.email, email), ne(users.id, userId))
  const [other] = await tx.select({ companyId: users.companyId }).from(users).where(others).limit(1)
  if (other?.companyId === actor.companyId) throw new AppError('ERR_DUPLICATED_EMAIL', { field: 'email' })
  if (other) throw new AppError('ERR_VALIDATION', { fields: { [argument]: [invalidEmail] } })
}
