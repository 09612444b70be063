// Who changes their own password shows the present one again, or has shown a second factor just now: who sits down at an open desk has neither.
import type { UserActor } from 'db/kit/actor.ts'
import { AppError } from 'db/kit/errors.ts'
import { verifyPassword } from 'db/node/password.ts'
import { logins, users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Services } from '../http/context.ts'
import type { LoginLimit } from '../routes/login-limit.ts'

/** How long a second factor at the login stands for the present password. */
export const recentFactorMs = 10 * 60_000

export const currentPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/**
 * Guessed no more often than before the login.
 * @throws AppError ERR_VALIDATION of `currentPassword` when it is wrong, `missing` when there is none and no second factor in its place
 */
export async function assertStillThem(
  { db }: Pick<Services, 'db'>,
  limit: LoginLimit,
  { actor, loginId, given }: { actor: UserActor; loginId: string; given: string | undefined },
  missing: AppError,
): Promise<void> {
  if (given === undefined) {
    const [login] = await db.orm.select({ at: logins.secondFactorAt }).from(logins).where(eq(logins.id, loginId))
    if (!login?.at || Date.now() - login.at.getTime() > recentFactorMs) throw missing
    return
  }
  const [user] = await db.orm.select({ hash: users.passwordHash }).from(users).where(eq(users.id, actor.userId))
  const hash = user?.hash
  const isRight = hash && (await limit.guessOwn(actor.userId, () => verifyPassword(hash, given)))
  if (!isRight) throw new AppError('ERR_VALIDATION', { fields: { currentPassword: ['Invalid'] } })
}
