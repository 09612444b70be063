// PUT /users/me/password: one's own, with the present one or a second factor of just now. Not a mutation, because a secret must not lie in an outbox.
// Invariant: the login that asked goes on with the tokens of the answer; every other one of the user has ended, and every token of before.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import { eq } from 'drizzle-orm'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hashPassword } from 'db/node/password.ts'
import { newPassword } from 'db/users/rules.ts'
import { users } from 'db/users/table.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { assertGoodOf } from '../accounts/good-password.ts'
import { assertStillThem, currentPassword } from '../accounts/still-them.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { setRefreshCookie } from '../http/login/refresh-cookie.ts'
import { renewAlone } from '../http/login/session.ts'
import { createLoginLimit } from './login-limit.ts'

const passwordBody = v.strictObject({
  currentPassword: v.optional(currentPassword),
  password: newPassword,
})

export const passwordDocs: RouteDoc[] = [
  {
    method: 'put',
    path: '/users/me/password',
    summary: 'Change the own password; answers the token to go on with',
    description: 'Without `currentPassword` for 10 minutes after a login by passkey, code or recovery code.',
    body: passwordBody,
    status: 200,
    answer: v.object({ token: v.string() }),
  },
]

export function passwordRoutes({ db, env }: Services) {
  const limit = createLoginLimit(db)
  const app = new Hono<Authenticated>()
  app.put('/password', async (c) => {
    const { currentPassword: given, password } = parseArgs(passwordBody, await readJson(c))
    const [actor, loginId] = [c.get('actor'), c.get('loginId')]
    const { userId } = actor
    const missing = new AppError('ERR_VALIDATION', { fields: { currentPassword: ['Required'] } })
    await assertStillThem({ db }, limit, { actor, loginId, given }, missing)
    await assertGoodOf({ db, env }, password, { id: userId, companyId: actor.companyId })
    const [passwordHash, now] = [await hashPassword(password), new Date()]
    const issued = await db.orm.transaction(async (tx) => {
      const renewed = await renewAlone(tx, env, userId, loginId, now)
      await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, userId))
      await recordAudit(tx, { ...actorIn(actor), action: 'password.changed' }, now)
      return renewed
    })
    setRefreshCookie(c, env, issued.refreshToken)
    return c.json({ token: issued.token })
  })
  return app
}
