import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { users } from './table.ts'

/**
 * A login is one in all companies. The database holds it; asking first gives the better answer.
 * @throws AppError ERR_DUPLICATED_EMAIL when somebody else logs in with `email`.
 */
export async function assertLoginFree(tx: Tx, userId: string, email: string) {
  const others = and(eq(users.email, email), ne(users.id, userId))
  const [other] = await tx.select({ id: users.id }).from(users).where(others).limit(1)
  if (other) throw new AppError('ERR_DUPLICATED_EMAIL', { field: 'email' })
}
