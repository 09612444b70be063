// POST /auth/login, POST /auth/refresh_token, DELETE /auth/logout, GET /auth/me.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { assertGoodStanding } from 'db/companies/rules.ts'
import { companies } from 'db/companies/table.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { hashPassword, verifyPassword } from 'db/node/password.ts'
import { sessions, users } from 'db/users/table.ts'
import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { addressBlock, clientAddress } from '../http/client-address.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import { requireSession } from '../http/require-session.ts'
import { endSessions, goneError, openSession, rotateSession, type IssuedTokens } from '../http/session.ts'
import { hashToken, refreshTokenSeconds } from '../http/tokens.ts'
import type { RouteDoc } from '../http/route-doc.ts'
import { describeUser, sessionUserAnswer } from '../reads/users.ts'
import { authPath, knownDevice, rememberDevice } from './device-cookie.ts'
import { createLoginLimit } from './login-limit.ts'

const cookieName = 'balcao_refresh'

const credentials = v.strictObject({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
})

const sessionAnswer = v.object({ token: v.string(), user: sessionUserAnswer })

export const loginDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/auth/login',
    summary: 'Log in',
    body: credentials,
    status: 200,
    answer: sessionAnswer,
    public: true,
  },
  {
    method: 'post',
    path: '/auth/refresh_token',
    summary: 'New access token by cookie',
    status: 200,
    answer: sessionAnswer,
    public: true,
  },
  {
    method: 'delete',
    path: '/auth/logout',
    summary: 'End the session',
    description: 'By its cookie; without one by the bearer token.',
    status: 204,
    public: true,
  },
  { method: 'get', path: '/auth/me', summary: 'The user of the session', status: 200, answer: sessionUserAnswer },
]

/** Verified when the account is unknown, so that the answer takes as long as for a wrong password. */
const unknownAccountHash = hashPassword(randomUUID())

export function loginRoutes(services: Services) {
  const { db, env } = services
  const limit = createLoginLimit(db)
  const app = new Hono<Authenticated>()
  const authenticate = requireSession(services)

  const keepRefreshToken = (c: Context, { refreshToken }: IssuedTokens) =>
    setCookie(c, cookieName, refreshToken, {
      httpOnly: true,
      sameSite: 'Strict',
      secure: env.SECURE_COOKIES === '1',
      path: authPath,
      maxAge: refreshTokenSeconds,
    })
  const answer = async (c: Context, { token, userId }: IssuedTokens) =>
    c.json({ token, user: await describeUser(db, userId) })

  app.post('/login', async (c) => {
    const { email, password } = parseArgs(credentials, await readJson(c))
    const [user] = await db.orm.select().from(users).where(eq(users.email, email))
    const deviceId = user ? await knownDevice(c, env, user.id) : null
    const guess = { account: email, address: addressBlock(clientAddress(c, env.TRUST_PROXY)), deviceId }
    const hash = user?.passwordHash ?? (await unknownAccountHash)
    const isRight = await limit.guess(guess, () => verifyPassword(hash, password))
    if (!user || !isRight) throw new AppError('ERR_INVALID_CREDENTIALS')
    const [company] = await db.orm.select().from(companies).where(eq(companies.id, user.companyId))
    if (!company) throw new AppError('ERR_INVALID_CREDENTIALS')
    const now = new Date()
    assertGoodStanding(company, now, env.GRACE_DAYS)
    const issued = await openSession(db, env, user.id, now)
    keepRefreshToken(c, issued)
    await rememberDevice(c, env, user.id, deviceId ?? newId())
    return answer(c, issued)
  })

  app.post('/refresh_token', async (c) => {
    const refreshToken = getCookie(c, cookieName)
    if (!refreshToken) throw new AppError('ERR_SESSION_REVOKED')
    const issued = await rotateSession(db, env, refreshToken, new Date())
    keepRefreshToken(c, issued)
    return answer(c, issued)
  })

  // By the cookie: logging out must work with an access token that ran out while the device slept. Without one, by the token.
  app.delete('/logout', async (c) => {
    const refreshToken = getCookie(c, cookieName)
    deleteCookie(c, cookieName, { path: authPath })
    if (refreshToken) {
      const [row] = await db.orm
        .select({ userId: sessions.userId })
        .from(sessions)
        .where(eq(sessions.tokenHash, hashToken(refreshToken)))
      if (row) await endSessions(db.orm, row.userId)
    } else if (c.req.header('authorization') !== undefined) {
      await authenticate(c, async () => endSessions(db.orm, c.get('actor').userId).then(() => undefined))
    }
    return c.body(null, 204)
  })

  app.get('/me', authenticate, async (c) => {
    const { userId } = c.get('actor')
    const user = await describeUser(db, userId)
    if (!user) throw await goneError(db, userId)
    return c.json(user)
  })
  return app
}
