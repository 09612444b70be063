// POST /companies/cadastro: somebody opens a company by themselves, on trial. They choose name, e-mail, phone, password and one of the offered plans;
// all else is decided here. Invariant: an answer never tells whether somebody logs in with an e-mail address, neither by what it says nor by how
// long it takes.
import { companyName, companyPhone } from 'db/billing/company-columns.ts'
import { installation } from 'db/billing/table.ts'
import { plans } from 'db/companies/table.ts'
import { isTimeZone } from 'db/companies/time-zone.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError, invalid } from 'db/kit/errors.ts'
import { findSignup, noteSignup, takeSignup, type PendingSignup } from 'db/node/accounts/pending-signups.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { makeCompany } from 'db/node/make-company.ts'
import { hashPassword, verifyPassword } from 'db/node/password.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { assertGood } from '../accounts/good-password.ts'
import { sendsMail } from '../accounts/sends-mail.ts'
import { consume } from '../http/consume.ts'
import type { Services } from '../http/context.ts'
import { addressBlock, clientAddress } from '../http/login/client-address.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { demoInfo, demoInfoAnswer } from './demo.ts'
import { needsSetup } from './setup.ts'
import { limiterStore } from '../limits/limiter-store.ts'

/** The days that cost nothing. */
const trialMs = 3 * 86_400_000
/** From one address in an hour, refused ones too: a person needs one, and an office a few. */
const perAddress = { points: 10, duration: 3600 }

/** Tries of a link's password from one address in an hour. */
const confirmsFromAddress = { points: 20, duration: 3600 }
/** Letters to one mailbox in an hour, from wherever it is typed. */
const perMailbox = { points: 5, duration: 3600 }

/** What the specification's client sends beside (dueDate, status …) is nobody's to choose. */
const body = v.object({
  name: companyName,
  email: profileColumns.email,
  phone: v.optional(companyPhone, ''),
  password: newPassword,
  planId: idArg,
  /** Of the browser. */
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
})
const confirmBody = v.strictObject({
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
})
/** `confirm`: nothing is opened before the link that is mailed. */
const answer = v.object({ email: v.string(), confirm: v.boolean() })
const infoAnswer = v.object({
  open: v.boolean(),
  contact: v.string(),
  /** There is no company yet, not even the operator's: see /setup. */
  setup: v.boolean(),
  demo: v.nullable(demoInfoAnswer),
  /** Links are mailed; else an admin makes them. */
  mail: v.boolean(),
  /** Letters that a new password has at least. */
  passwordMin: v.number(),
})

export const signupDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/companies/cadastro',
    summary: 'Whether companies may be opened by themselves, and whom to ask',
    status: 200,
    answer: infoAnswer,
    public: true,
  },
  {
    method: 'post',
    path: '/companies/cadastro',
    summary: 'Open a company on trial',
    description:
      'With an e-mail that somebody logs in with nothing is made, and the answer is the same. Where the installation mails, the company is opened by the link in a letter.',
    body,
    status: 201,
    answer,
    public: true,
  },
  {
    method: 'post',
    path: '/companies/cadastro/confirm',
    summary: 'Open the company by the link that was mailed, with the password that was chosen',
    body: confirmBody,
    status: 200,
    answer: v.object({ email: v.string() }),
    public: true,
  },
]

export function signupRoutes({ db, env, jobs }: Pick<Services, 'db' | 'env' | 'jobs'>) {
  const limiter = new RateLimiterPostgres({ ...limiterStore(db), keyPrefix: 'signup', ...perAddress })
  const mailboxes = new RateLimiterPostgres({ ...limiterStore(db), keyPrefix: 'signupFor', ...perMailbox })
  const confirms = new RateLimiterPostgres({ ...limiterStore(db), keyPrefix: 'signupConfirm', ...confirmsFromAddress })
  const app = new Hono()
  const info = async () => {
    const [row] = await db.orm.select().from(installation)
    const setup = await needsSetup(db)
    return {
      open: (row?.signup ?? false) && !setup,
      contact: row?.contact ?? '',
      setup,
      demo: demoInfo(env),
      mail: sendsMail(env),
      passwordMin: env.PASSWORD_MIN_LENGTH,
    }
  }
  app.use(csrf())
  app.get('/', async (c) => c.json(await info()))
  app.post('/', async (c) => {
    if (!(await info()).open) throw new AppError('ERR_SIGNUP_CLOSED')
    await consume(limiter, addressBlock(clientAddress(c, env.TRUST_PROXY)))
    const { phone, password, timeZone, ...wish } = parseArgs(body, await readJson(c))
    const { name, email, planId } = wish
    assertGood({ env }, password, { email, company: name })
    const confirm = sendsMail(env)
    if (confirm) await consume(mailboxes, hashToken(email))
    const now = new Date()
    const signup = {
      ...wish,
      phone: phone === '' ? null : phone,
      timeZone: isTimeZone(timeZone) ? timeZone : 'America/Sao_Paulo',
      passwordHash: await hashPassword(password),
    }
    await db.orm
      .transaction(async (tx) => {
        await assertOffered(tx, planId)
        if (!confirm) return open(tx, signup, now)
        // The worker looks whether somebody has the address, so that the answer tells nothing.
        await jobs.sendAccountLetter(tx, { kind: 'signup', signupId: await noteSignup(tx, signup, now) })
      })
      .catch(unlessTaken)
    return c.json({ email, confirm }, 201)
  })
  app.post('/confirm', async (c) => {
    await consume(confirms, addressBlock(clientAddress(c, env.TRUST_PROXY)))
    const { token, password } = parseArgs(confirmBody, await readJson(c))
    const now = new Date()
    const signup = await findSignup(db.orm, token, now)
    // A stranger who typed the address chose a password that its owner does not know, so that the owner can't open the stranger's company by mistake.
    if (!(await verifyPassword(signup.passwordHash, password))) throw invalid('password', 'Invalid')
    if (!(await info()).open) throw new AppError('ERR_SIGNUP_CLOSED')
    await db.orm
      .transaction(async (tx) => {
        await takeSignup(tx, signup)
        await assertOffered(tx, signup.planId)
        await open(tx, signup, now)
      })
      .catch((error: unknown) => {
        throw isTaken(error) ? new AppError('ERR_LINK_EXPIRED') : error
      })
    return c.json({ email: signup.email })
  })
  return app
}

type Signup = Pick<PendingSignup, 'name' | 'email' | 'phone' | 'planId' | 'timeZone' | 'passwordHash'>

/** On trial from now on. @throws AppError ERR_DUPLICATED_EMAIL */
async function open(
  tx: ServerTx,
  { name, email, phone, planId, timeZone, passwordHash }: Signup,
  now: Date,
): Promise<void> {
  const trialEndsAt = new Date(now.getTime() + trialMs)
  const company = {
    name,
    email,
    phone,
    planId,
    timeZone,
    recurrence: 'MENSAL' as const,
    dueDate: trialEndsAt,
    trialEndsAt,
    status: true,
    operator: false,
    campaignsEnabled: true,
    admin: { name: name.slice(0, 50), email, passwordHash, super: false },
  }
  await makeCompany(tx, company, now)
}

async function assertOffered(tx: ServerTx, planId: string): Promise<void> {
  const offered = and(eq(plans.id, planId), eq(plans.offered, true))
  const [plan] = await tx.select({ id: plans.id }).from(plans).where(offered)
  if (!plan) throw invalid('planId', 'Invalid')
}

const isTaken = (error: unknown) => error instanceof AppError && error.code === 'ERR_DUPLICATED_EMAIL'

/** Nothing was made, and nobody is told. */
function unlessTaken(error: unknown): void {
  if (!isTaken(error)) throw error
}
