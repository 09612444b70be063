// /auth/second-factor: one's own authenticator, recovery codes and passkeys, in a session. What changes them wants the password again, as who sits
// down at somebody's open desk has none. Invariant: where the company wants a second factor the last one stays, and each change is noted.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs, type Tx } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { verifyPassword } from 'db/node/password.ts'
import { authenticators, passkeys, recoveryCodes } from 'db/second-factors/table.ts'
import { users } from 'db/users/table.ts'
import { and, eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { requireSession } from '../http/login/require-session.ts'
import { instant, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import type { LoginLimit } from '../routes/login-limit.ts'
import { beginAuthenticator, renewRecoveryCodes, takeCode } from './codes.ts'
import { addressOf, type User } from './enter.ts'
import { authenticatorAnswer, optionsAnswer } from './login-routes.ts'
import { needKeys } from './need-keys.ts'
import { askToRegister, passkeysOf, register, registrationResponse, relyingParty } from './passkeys.ts'
import { beginStep, findStep, finishStep } from './steps.ts'
import { factorsOf, hasFactor, isRequired } from './wanted.ts'

const maxPasskeys = 10
const passwordBody = v.strictObject({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })
const codeBody = v.strictObject({ code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/)) })
const passkeyBody = v.strictObject({
  step: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50)),
  response: registrationResponse,
})

const passkeyAnswer = v.object({ id: uuid, name: v.string(), createdAt: instant, lastUsedAt: v.nullable(instant) })
const factorsAnswer = v.object({
  /** Since when; null: none. */
  authenticator: v.nullable(instant),
  recoveryCodes: v.number(),
  passkeys: v.array(passkeyAnswer),
  /** The company wants one of everybody. */
  required: v.boolean(),
})
const codesAnswer = v.object({ recoveryCodes: v.array(v.string()) })
/** Null: they have theirs already. */
const firstCodes = v.nullable(v.array(v.string()))
const path = '/auth/second-factor'

export const secondFactorDocs: RouteDoc[] = [
  { method: 'get', path, summary: 'What the user shows beside the password', status: 200, answer: factorsAnswer },
  {
    method: 'post',
    path: `${path}/authenticator`,
    summary: 'Begin an authenticator app: its secret, once',
    body: passwordBody,
    status: 200,
    answer: authenticatorAnswer,
  },
  {
    method: 'put',
    path: `${path}/authenticator`,
    summary: 'Confirm it by its first code; recovery codes come with the first factor',
    body: codeBody,
    status: 200,
    answer: v.object({ recoveryCodes: firstCodes }),
  },
  {
    method: 'post',
    path: `${path}/authenticator/remove`,
    summary: 'Remove the authenticator app',
    body: passwordBody,
    status: 204,
  },
  {
    method: 'post',
    path: `${path}/recovery-codes`,
    summary: 'New recovery codes; those before are none any more',
    body: passwordBody,
    status: 200,
    answer: codesAnswer,
  },
  {
    method: 'post',
    path: `${path}/passkeys/options`,
    summary: 'Begin a passkey',
    body: passwordBody,
    status: 200,
    answer: optionsAnswer,
  },
  {
    method: 'post',
    path: `${path}/passkeys`,
    summary: 'Keep the passkey that was made',
    body: passkeyBody,
    status: 201,
    answer: v.object({ passkey: passkeyAnswer, recoveryCodes: firstCodes }),
  },
  {
    method: 'post',
    path: `${path}/passkeys/:id/remove`,
    summary: 'Remove a passkey',
    body: passwordBody,
    status: 204,
  },
]

export function secondFactorRoutes(services: Services, limit: LoginLimit) {
  const { db } = services
  const app = new Hono<Authenticated>()
  app.use(requireSession(services))

  app.get('/', async (c) => {
    const { userId, companyId } = c.get('actor')
    const { authenticator, recoveryCodes: left } = await factorsOf(db.orm, userId)
    const own = (await passkeysOf(db.orm, userId)).map(shown)
    const required = await isRequired(db.orm, companyId)
    return c.json({ authenticator, recoveryCodes: left, passkeys: own, required })
  })

  app.route('/authenticator', authenticatorRoutes(services, limit))
  app.route('/passkeys', passkeyRoutes(services, limit))
  app.post('/recovery-codes', async (c) => {
    const user = await withPassword(services, limit, c)
    const codes = await db.orm.transaction(async (tx) => {
      await lock(tx, user)
      if (!hasFactor(await factorsOf(tx, user.id))) throw new AppError('ERR_NOT_FOUND')
      await note(services, tx, c, 'secondFactor.codesRenewed')
      return renewRecoveryCodes(tx, user, new Date())
    })
    return c.json({ recoveryCodes: codes })
  })

  return app
}

function authenticatorRoutes(services: Services, limit: LoginLimit) {
  const { db } = services
  const app = new Hono<Authenticated>()
  app.post('/', async (c) => {
    const user = await withPassword(services, limit, c)
    const begun = await db.orm.transaction(async (tx) => {
      await lock(tx, user)
      // The one they have stays until they remove it.
      if ((await factorsOf(tx, user.id)).authenticator)
        throw new AppError('ERR_VALIDATION', { fields: { authenticator: ['There is one'] } })
      return beginAuthenticator(tx, needKeys(services), user, new Date())
    })
    return c.json(begun)
  })

  app.put('/', async (c) => {
    const { code } = parseArgs(codeBody, await readJson(c))
    const { userId: id, companyId } = c.get('actor')
    const now = new Date()
    const codes = { given: null as string[] | null }
    const isRight = await limit.guessSecond(id, null, () =>
      db.orm.transaction(async (tx) => {
        await lock(tx, { id })
        const isFirst = !hasFactor(await factorsOf(tx, id))
        if (!(await takeCode(tx, needKeys(services), { id, companyId }, code, now, true))) return false
        if (isFirst) codes.given = await renewRecoveryCodes(tx, { id, companyId }, now)
        await note(services, tx, c, 'secondFactor.added', 'authenticator')
        return true
      }),
    )
    if (!isRight) throw new AppError('ERR_INVALID_SECOND_FACTOR')
    return c.json({ recoveryCodes: codes.given })
  })

  app.post('/remove', async (c) => {
    const user = await withPassword(services, limit, c)
    await db.orm.transaction(async (tx) => {
      await lock(tx, user)
      await tx.delete(authenticators).where(eq(authenticators.userId, user.id))
      await assertStillFine(tx, user)
      await note(services, tx, c, 'secondFactor.removed', 'authenticator')
    })
    return c.body(null, 204)
  })
  return app
}

function passkeyRoutes(services: Services, limit: LoginLimit) {
  const { db, env } = services
  const app = new Hono<Authenticated>()
  app.post('/options', async (c) => {
    const user = await withPassword(services, limit, c)
    const options = await askToRegister(db.orm, user, relyingParty(c, env))
    const begun = { person: user, challenge: options.challenge }
    return c.json({ step: await beginStep(db.orm, 'register', begun, new Date()), options })
  })

  app.post('/', async (c) => {
    const { step, name, response } = parseArgs(passkeyBody, await readJson(c))
    const { userId: id, companyId } = c.get('actor')
    const now = new Date()
    const found = await findStep(db.orm, step, ['register'], now)
    if (found.userId !== id) throw new AppError('ERR_LOGIN_STEP_EXPIRED')
    await finishStep(db.orm, found)
    const made = await db.orm.transaction(async (tx) => {
      await lock(tx, { id })
      const factors = await factorsOf(tx, id)
      if (factors.passkeys >= maxPasskeys) throw new AppError('ERR_PLAN_LIMIT', { limit: maxPasskeys })
      const asked = { challenge: found.challenge ?? '', response, name }
      const passkey = await register(tx, { id, companyId, email: '' }, asked, relyingParty(c, env), now)
      await note(services, tx, c, 'secondFactor.added', 'passkey')
      const codes = hasFactor(factors) ? null : await renewRecoveryCodes(tx, { id, companyId }, now)
      return { passkey: shown(passkey), recoveryCodes: codes }
    })
    return c.json(made, 201)
  })

  app.post('/:id/remove', async (c) => {
    const passkeyId = parseArgs(idArg, c.req.param('id'))
    const user = await withPassword(services, limit, c)
    await db.orm.transaction(async (tx) => {
      await lock(tx, user)
      const isIt = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, user.id))
      const gone = await tx.delete(passkeys).where(isIt).returning({ id: passkeys.id })
      if (gone.length === 0) throw new AppError('ERR_NOT_FOUND')
      await assertStillFine(tx, user)
      await note(services, tx, c, 'secondFactor.removed', 'passkey')
    })
    return c.body(null, 204)
  })
  return app
}

async function withPassword(services: Services, limit: LoginLimit, c: Context<Authenticated>): Promise<User> {
  const { password } = parseArgs(passwordBody, await readJson(c))
  return checked(services, limit, c.get('actor').userId, password)
}

type Noted = 'secondFactor.added' | 'secondFactor.removed' | 'secondFactor.codesRenewed'

const note = (services: Services, tx: Tx, c: Context<Authenticated>, action: Noted, factor?: string) =>
  recordAudit(
    tx,
    { ...actorIn(c.get('actor')), action, address: addressOf(c, services), ...(factor && { details: { factor } }) },
    new Date(),
  )

/** Everything that somebody has is gone: by an admin, for who lost it. */
export async function resetFactors(tx: Tx, userId: string): Promise<void> {
  await tx.delete(authenticators).where(eq(authenticators.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

const shown = ({ id, name, createdAt, lastUsedAt }: typeof passkeys.$inferSelect) => ({
  id,
  name,
  createdAt,
  lastUsedAt,
})

/** One after the other changes what one person has. */
const lock = (tx: Tx, { id }: { id: string }) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')

/** Recovery codes are for those who have something to recover. @throws AppError ERR_SECOND_FACTOR_NEEDED */
async function assertStillFine(tx: Tx, { id, companyId }: User): Promise<void> {
  if (hasFactor(await factorsOf(tx, id))) return
  if (await isRequired(tx, companyId)) throw new AppError('ERR_SECOND_FACTOR_NEEDED')
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
}

/** Guessed no more often than before the login. @throws AppError ERR_VALIDATION of `password` */
async function checked({ db }: Services, limit: LoginLimit, userId: string, password: string): Promise<User> {
  const [user] = await db.orm.select().from(users).where(eq(users.id, userId))
  const hash = user?.passwordHash
  const isRight = hash && (await limit.guessOwn(userId, () => verifyPassword(hash, password)))
  if (!user || !isRight) throw new AppError('ERR_VALIDATION', { fields: { password: ['Invalid'] } })
  return user
}
