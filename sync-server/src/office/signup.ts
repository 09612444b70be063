// POST /companies/cadastro: somebody opens a company by themselves, on trial. They choose name, e-mail, phone, password and one of the offered plans;
// all else is decided here. Invariant: an answer never tells whether somebody logs in with an e-mail address, neither by what it says nor by how
// long it takes.
import { companyName, companyPhone } from 'db/billing/company-columns.ts'
import { installation } from 'db/billing/table.ts'
import { plans } from 'db/companies/table.ts'
import { isTimeZone } from 'db/companies/time-zone.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { makeCompany } from 'db/node/make-company.ts'
import { hashPassword } from 'db/node/password.ts'
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
const answer = v.object({ email: v.string() })
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
    description: 'With an e-mail that somebody logs in with nothing is made, and the answer is the same.',
    body,
    status: 201,
    answer,
    public: true,
  },
]

export function signupRoutes({ db, env }: Pick<Services, 'db' | 'env'>) {
  const limiter = new RateLimiterPostgres({ ...limiterStore(db), keyPrefix: 'signup', ...perAddress })
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
    const { name, email, phone, password, planId, timeZone } = parseArgs(body, await readJson(c))
    assertGood({ env }, password, { email, company: name })
    const now = new Date()
    const trialEndsAt = new Date(now.getTime() + trialMs)
    const passwordHash = await hashPassword(password)
    const company = {
      name,
      email,
      phone: phone === '' ? null : phone,
      planId,
      recurrence: 'MENSAL' as const,
      dueDate: trialEndsAt,
      trialEndsAt,
      timeZone: isTimeZone(timeZone) ? timeZone : 'America/Sao_Paulo',
      status: true,
      operator: false,
      campaignsEnabled: true,
      admin: { name: name.slice(0, 50), email, passwordHash, super: false },
    }
    await db.orm
      .transaction(async (tx) => {
        const offered = and(eq(plans.id, planId), eq(plans.offered, true))
        const [plan] = await tx.select({ id: plans.id }).from(plans).where(offered)
        if (!plan) throw new AppError('ERR_VALIDATION', { fields: { planId: ['Invalid'] } })
        await makeCompany(tx, company, now)
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'ERR_DUPLICATED_EMAIL')) throw error
      })
    return c.json({ email }, 201)
  })
  return app
}
