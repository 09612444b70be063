// PUT /users/me/password: one's own, with the present one. Not a mutation, because a secret must not lie in an outbox.
// Invariant: the session that asked goes on with the token of the answer; every other token of the user has ended.
import { and, eq, notInArray } from 'drizzle-orm'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { hashPassword, verifyPassword } from 'db/node/password.ts'
import { newPassword } from 'db/users/rules.ts'
import { sessions, users } from 'db/users/table.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import type { RouteDoc } from '../http/route-doc.ts'
import { raiseTokenVersion } from '../http/session.ts'
import { signAccessToken } from '../http/tokens.ts'
import { createLoginLimit } from './login-limit.ts'

const passwordBody = v.strictObject({
  currentPassword: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  password: newPassword,
})

export const passwordDocs: RouteDoc[] = [
  {
    method: 'put',
    path: '/users/me/password',
    summary: 'Change the own password; answers the token to go on with',
    body: passwordBody,
    status: 200,
    answer: v.object({ token: v.string() }),
  },
]

export function passwordRoutes({ db, env }: Services) {
  const limit = createLoginLimit(db)
  const app = new Hono<Authenticated>()
  app.put('/password', async (c) => {
    const { currentPassword, password } = parseArgs(passwordBody, await readJson(c))
    const { userId } = c.get('actor')
    const sessionId = c.get('sessionId')
    // Who sits down at somebody's open desk guesses no more than who stands before the login.
    const [user] = await db.orm.select().from(users).where(eq(users.id, userId))
    const hash = user?.passwordHash
    const isRight = hash && (await limit.guessOwn(userId, () => verifyPassword(hash, currentPassword)))
    if (!isRight) throw new AppError('ERR_VALIDATION', { fields: { currentPassword: ['Invalid'] } })
    const passwordHash = await hashPassword(password)
    const tokenVersion = await db.orm.transaction(async (tx) => {
      await endOthers(tx, userId, sessionId)
      await tx.update(users).set({ passwordHash, updatedAt: new Date() }).where(eq(users.id, userId))
      return raiseTokenVersion(tx, userId)
    })
    return c.json({ token: await signAccessToken(env.JWT_SECRET, { userId, sessionId, tokenVersion }, new Date()) })
  })
  return app
}

/** The one that asks stays, and the one that it is being refreshed into. */
async function endOthers(tx: ServerTx, userId: string, sessionId: string) {
  const [own] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('update')
  const kept = [sessionId, ...(own?.successorId ? [own.successorId] : [])]
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, kept)))
}
