// POST /auth/login, POST /auth/refresh_token, DELETE /auth/logout, GET /auth/me.
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hashPassword, isBroughtHash, verifyPassword } from 'db/node/password.ts'
import { users } from 'db/users/table.ts'
import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import * as v from 'valibot'
import { passwordLinkDocs, passwordLinkRoutes } from '../accounts/password-routes.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import { authPath, refreshCookie, setRefreshCookie } from '../http/login/refresh-cookie.ts'
import { bearerOf, requireSession } from '../http/login/require-session.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { endLogin, loginOfSession, ownerOfToken, rotateSession, type IssuedTokens } from '../http/login/session.ts'
import { signedClaims } from '../http/login/tokens.ts'
import { describeUser, sessionUserAnswer } from '../reads/users.ts'
import { asksFirst, assertMayEnter, blockOf, enter, noteLogin } from '../second-factors/enter.ts'
import {
  askForSecondFactor,
  secondFactorLoginDocs,
  secondFactorLoginRoutes,
  sessionAnswer,
} from '../second-factors/login-routes.ts'
import { secondFactorDocs, secondFactorRoutes } from '../second-factors/own-routes.ts'
import { knownDevice } from './device-cookie.ts'
import { deviceRoutes } from './devices.ts'
import { createLoginLimit } from './login-limit.ts'

const credentials = v.strictObject({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  asksFirst,
})

export const loginDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/auth/login',
    summary: 'Log in',
    description:
      '403 `ERR_SECOND_FACTOR_REQUIRED` with `step` and `methods`: go on below /auth/login. 403 `ERR_SECOND_FACTOR_SETUP`: the company wants a second factor that the person does not have yet. With `asksFirst`, here and below: 409 `ERR_LOGGED_IN_ELSEWHERE` with the `devices` that the login would end and the `step` for /auth/login/confirm; without it they end.',
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
    description: "The bearer token's; without one the cookie's.",
    status: 204,
    public: true,
  },
  ...passwordLinkDocs,
  ...secondFactorLoginDocs,
  ...secondFactorDocs,
  { method: 'get', path: '/auth/me', summary: 'The user of the session', status: 200, answer: sessionUserAnswer },
]

/** Verified when the account is unknown, so that the answer takes as long as for a wrong password. */
const unknownAccountHash = hashPassword(randomUUID())

export function loginRoutes(services: Services) {
  const { db, env } = services
  const limit = createLoginLimit(db)
  const app = new Hono<Authenticated>()

  const answer = async (c: Context, { token, userId }: IssuedTokens) =>
    c.json({ token, user: await describeUser(db, userId) })

  app.post('/login', async (c) => {
    const { email, password, asksFirst: asks } = parseArgs(credentials, await readJson(c))
    const [user] = await db.orm.select().from(users).where(eq(users.email, email))
    const deviceId = user ? await knownDevice(c, env, user.id) : null
    const guess = { account: email, address: blockOf(c, services), deviceId }
    const hash = user?.passwordHash ?? (await unknownAccountHash)
    const isRight = await limit.guess(guess, () => verifyPassword(hash, password))
    if (user && !isRight)
      await noteLogin(c, services, user, { action: 'login.failed', details: { factor: 'password' } })
    if (!user || !isRight) throw new AppError('ERR_INVALID_CREDENTIALS')
    if (isBroughtHash(hash)) await keepAsOurs(services, user.id, hash, password)
    const now = new Date()
    await assertMayEnter(services, user, now)
    await askForSecondFactor(services, user, now)
    return c.json(await enter(c, services, user, { deviceId, factor: 'password', asks }))
  })

  app.post('/refresh_token', async (c) => {
    const refreshToken = getCookie(c, refreshCookie)
    if (!refreshToken) throw new AppError('ERR_SESSION_REVOKED')
    const issued = await rotateSession(db, env, refreshToken, new Date())
    setRefreshCookie(c, env, issued.refreshToken)
    return answer(c, issued)
  })

  // Whose token is sent is logged out, also with one that ran out while the device slept or had no network; without one it is whose
  // cookie is. Whoever logged in on the device meanwhile stays.
  app.delete('/logout', async (c) => {
    const refreshToken = getCookie(c, refreshCookie)
    const inCookie = refreshToken ? await ownerOfToken(db, refreshToken) : undefined
    const leaving = (await ownerOfBearer(services, c.req.header('authorization'))) ?? inCookie
    if (leaving && (await endLogin(db, leaving.userId, leaving.loginId, new Date())))
      await noteLogout(c, services, leaving)
    if (!inCookie || inCookie.loginId === leaving?.loginId) deleteCookie(c, refreshCookie, { path: authPath })
    return c.body(null, 204)
  })

  app.get('/me', requireSession(services), async (c) => {
    const { userId } = c.get('actor')
    const user = await describeUser(db, userId)
    if (!user) throw new AppError('ERR_SESSION_REVOKED')
    return c.json(user)
  })
  app.route('/devices', deviceRoutes(services))
  app.route('/', passwordLinkRoutes(services, limit))
  app.route('/login', secondFactorLoginRoutes(services, limit))
  app.route('/second-factor', secondFactorRoutes(services, limit))
  return app
}

/** The password of somebody who came from another system is known now: from here on it is kept as everybody's. */
async function keepAsOurs({ db }: Services, userId: string, brought: string, password: string) {
  const isStill = and(eq(users.id, userId), eq(users.passwordHash, brought))
  await db.orm
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(isStill)
}

async function noteLogout(c: Context, services: Services, { userId }: { userId: string }) {
  const [user] = await services.db.orm.select().from(users).where(eq(users.id, userId))
  if (user) await noteLogin(c, services, user, { action: 'logout' })
}

async function ownerOfBearer({ db, env }: Services, authorization: string | undefined) {
  const token = bearerOf(authorization)
  const claims = token === undefined ? null : await signedClaims(env.JWT_SECRET, token)
  const loginId = claims && (claims.loginId ?? (await loginOfSession(db, claims.sessionId)))
  return claims && loginId ? { userId: claims.userId, loginId } : undefined
}
