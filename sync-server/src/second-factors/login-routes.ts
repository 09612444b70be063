// The second half of a login, below /auth/login: the code or passkey after the password, the setting up where the company wants one, and a passkey
// in place of all of it. Who asks has no session: what they hold is a step (steps.ts). Wrong codes are counted by person and device (login-limit.ts).
import { parseArgs, type Tx } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ServerTx } from 'db/node/connect.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { sessionUserAnswer } from '../reads/users.ts'
import { knownDevice } from '../routes/device-cookie.ts'
import type { LoginLimit } from '../routes/login-limit.ts'
import { beginAuthenticator, plainRecoveryCode, renewRecoveryCodes, takeCode, takeRecoveryCode } from './codes.ts'
import { asksFirst, blockOf, enter, factors, noteLogin, type User } from './enter.ts'
import { askToAuthenticate, authenticate, authenticationResponse, relyingParty } from './passkeys.ts'
import { needKeys } from './need-keys.ts'
import { beginStep, findStep, finishStep, setChallenge, takeChallenge, type Step } from './steps.ts'
import { factorsOf, hasFactor, isRequired } from './wanted.ts'

const step = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const code = v.pipe(v.string(), v.trim(), v.minLength(6), v.maxLength(40))
const codeBody = v.strictObject({ step, code, asksFirst })
const setupBody = v.strictObject({ step, code })
const stepBody = v.strictObject({ step })
const optionsBody = v.strictObject({ step: v.optional(step) })
const passkeyBody = v.strictObject({ step, response: authenticationResponse, asksFirst })

export const sessionAnswer = v.object({ token: v.string(), user: sessionUserAnswer })
export const authenticatorAnswer = v.object({ secret: v.string(), uri: v.string() })
export const optionsAnswer = v.object({ step: v.string(), options: v.looseObject({ challenge: v.string() }) })

export const secondFactorLoginDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/auth/login/code',
    summary: "Finish a login by an authenticator's code or a recovery code",
    body: codeBody,
    status: 200,
    answer: sessionAnswer,
    public: true,
  },
  {
    method: 'post',
    path: '/auth/login/authenticator',
    summary: 'Begin an authenticator while logging in, where the company wants one',
    body: stepBody,
    status: 200,
    answer: authenticatorAnswer,
    public: true,
  },
  {
    method: 'put',
    path: '/auth/login/authenticator',
    summary: 'Confirm it by its first code: the login is done',
    body: setupBody,
    status: 200,
    answer: v.object({ ...sessionAnswer.entries, recoveryCodes: v.array(v.string()) }),
    public: true,
  },
  {
    method: 'post',
    path: '/auth/login/passkey/options',
    summary: 'What a passkey is to sign: after the password with its `step`, alone without',
    body: optionsBody,
    status: 200,
    answer: optionsAnswer,
    public: true,
  },
  {
    method: 'post',
    path: '/auth/login/passkey',
    summary: 'Log in by a passkey',
    body: passkeyBody,
    status: 200,
    answer: sessionAnswer,
    public: true,
  },
  {
    method: 'post',
    path: '/auth/login/confirm',
    summary: 'Finish a login that ends others, after ERR_LOGGED_IN_ELSEWHERE told of them',
    body: stepBody,
    status: 200,
    answer: sessionAnswer,
    public: true,
  },
]

/** An address that asks for passkeys is writing rows. */
const perAddress = { points: 60, duration: 60 }

export function secondFactorLoginRoutes(services: Services, limit: LoginLimit) {
  const { db, env } = services
  const app = new Hono()
  app.route('/authenticator', setupRoutes(services, limit))
  app.route('/passkey', passkeyRoutes(services))

  app.post('/code', async (c) => {
    const asked = parseArgs(codeBody, await readJson(c))
    const now = new Date()
    const found = await findStep(db.orm, asked.step, ['login'], now)
    const user = await userOf(db.orm, found)
    const deviceId = await knownDevice(c, env, user.id)
    const isCode = /^\d{6}$/.test(asked.code)
    const take = () =>
      db.orm.transaction((tx) =>
        isCode ? takeCode(tx, needKeys(services), user, asked.code, now) : takeRecovery(tx, user, asked.code),
      )
    if (!(await limit.guessSecond(user.id, deviceId, take))) {
      await noteLogin(c, services, user, { action: 'login.failed', details: { factor: 'code' } })
      throw new AppError('ERR_INVALID_SECOND_FACTOR')
    }
    await finishStep(db.orm, found)
    if (!isCode) await noteLogin(c, services, user, { action: 'secondFactor.codeUsed' })
    return c.json(
      await enter(c, services, user, {
        deviceId,
        factor: isCode ? 'authenticator' : 'recoveryCode',
        asks: asked.asksFirst,
      }),
    )
  })

  app.post('/confirm', async (c) => {
    const { step: token } = parseArgs(stepBody, await readJson(c))
    const found = await findStep(db.orm, token, ['replace'], new Date())
    const user = await userOf(db.orm, found)
    await finishStep(db.orm, found)
    const factor = v.parse(v.picklist(factors), found.challenge)
    return c.json(await enter(c, services, user, { deviceId: await knownDevice(c, env, user.id), factor }))
  })

  return app
}

/** The first authenticator of who has to have one. */
function setupRoutes(services: Services, limit: LoginLimit) {
  const { db, env } = services
  const app = new Hono()
  app.post('/', async (c) => {
    const { step: token } = parseArgs(stepBody, await readJson(c))
    const now = new Date()
    const user = await userOf(db.orm, await findStep(db.orm, token, ['setup'], now))
    return c.json(await db.orm.transaction((tx) => beginWithout(tx, user, needKeys(services), now)))
  })

  app.put('/', async (c) => {
    const asked = parseArgs(setupBody, await readJson(c))
    const now = new Date()
    const found = await findStep(db.orm, asked.step, ['setup'], now)
    const user = await userOf(db.orm, found)
    const deviceId = await knownDevice(c, env, user.id)
    const take = () => db.orm.transaction((tx) => takeCode(tx, needKeys(services), user, asked.code, now, true))
    if (!(await limit.guessSecond(user.id, deviceId, take))) throw new AppError('ERR_INVALID_SECOND_FACTOR')
    const recoveryCodes = await db.orm.transaction(async (tx) => {
      await finishStep(tx, found)
      return renewRecoveryCodes(tx, user, now)
    })
    await noteLogin(c, services, user, { action: 'secondFactor.added', details: { factor: 'authenticator' } })
    return c.json({ ...(await enter(c, services, user, { deviceId, factor: 'authenticator' })), recoveryCodes })
  })
  return app
}

function passkeyRoutes(services: Services) {
  const { db, env } = services
  const askers = new RateLimiterMemory(perAddress)
  const app = new Hono()
  app.post('/options', async (c) => {
    const { step: token } = parseArgs(optionsBody, await readJson(c))
    await consume(askers, blockOf(c, services))
    const now = new Date()
    const party = relyingParty(c, env)
    if (token === undefined) {
      const options = await askToAuthenticate(db.orm, null, party)
      const begun = await beginStep(db.orm, 'passkey', { person: null, challenge: options.challenge }, now)
      return c.json({ step: begun, options })
    }
    const found = await findStep(db.orm, token, ['login'], now)
    const options = await askToAuthenticate(db.orm, found.userId, party)
    await setChallenge(db.orm, found, options.challenge)
    return c.json({ step: token, options })
  })

  app.post('/', async (c) => {
    const asked = parseArgs(passkeyBody, await readJson(c))
    await consume(askers, blockOf(c, services))
    const now = new Date()
    const found = await findStep(db.orm, asked.step, ['login', 'passkey'], now)
    const challenge = await takeChallenge(db.orm, found)
    const party = relyingParty(c, env)
    const passkey = await db.orm.transaction((tx) => authenticate(tx, challenge, asked.response, party, now))
    // After a password it has to be of whose that is.
    if (!passkey || (found.userId !== null && passkey.userId !== found.userId)) {
      if (found.userId !== null) {
        const owner = await userOf(db.orm, found)
        await noteLogin(c, services, owner, { action: 'login.failed', details: { factor: 'passkey' } })
      }
      throw new AppError('ERR_INVALID_SECOND_FACTOR')
    }
    await finishStep(db.orm, found)
    const user = await userOf(db.orm, passkey)
    const deviceId = await knownDevice(c, env, user.id)
    return c.json(await enter(c, services, user, { deviceId, factor: 'passkey', asks: asked.asksFirst }))
  })
  return app
}

/**
 * After a right password: nothing when that is all that is wanted.
 * @throws AppError ERR_SECOND_FACTOR_REQUIRED or ERR_SECOND_FACTOR_SETUP, with the step to go on with
 */
export async function askForSecondFactor({ db }: Services, user: User, now: Date): Promise<void> {
  const own = await factorsOf(db.orm, user.id)
  if (hasFactor(own)) {
    const methods = [
      ...(own.authenticator ? ['code'] : []),
      ...(own.passkeys > 0 ? ['passkey'] : []),
      ...(own.recoveryCodes > 0 ? ['recovery'] : []),
    ]
    throw new AppError('ERR_SECOND_FACTOR_REQUIRED', {
      step: await beginStep(db.orm, 'login', { person: user }, now),
      methods,
    })
  }
  if (await isRequired(db.orm, user.companyId)) {
    throw new AppError('ERR_SECOND_FACTOR_SETUP', { step: await beginStep(db.orm, 'setup', { person: user }, now) })
  }
}

/** Somebody else at another device may have been faster. */
async function beginWithout(tx: ServerTx, user: User, keys: KeyRing, now: Date) {
  if (hasFactor(await factorsOf(tx, user.id))) throw new AppError('ERR_LOGIN_STEP_EXPIRED')
  return beginAuthenticator(tx, keys, user, now)
}

async function takeRecovery(tx: Tx, user: User, given: string) {
  return plainRecoveryCode(given).length >= 16 && takeRecoveryCode(tx, user.id, given)
}

/** @throws AppError ERR_LOGIN_STEP_EXPIRED */
async function userOf(tx: Tx, { userId }: Pick<Step, 'userId'>): Promise<User> {
  const [user] = userId === null ? [] : await tx.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('ERR_LOGIN_STEP_EXPIRED')
  return user
}
