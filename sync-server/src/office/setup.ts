// The first run of an installation without companies: POST /setup makes the operator's company, its super user and a first plan, for whoever has
// the code that the server printed when it started. Invariant: it works once; with any company there it is not there.
import { createHmac } from 'node:crypto'
import { companyName } from 'db/billing/company-columns.ts'
import { installation } from 'db/billing/table.ts'
import { companies, plans } from 'db/companies/table.ts'
import { timeZone } from 'db/companies/time-zone.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import type { Database } from 'db/node/connect.ts'
import { makeCompany } from 'db/node/make-company.ts'
import { hashPassword } from 'db/node/password.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { assertGood } from '../accounts/good-password.ts'
import { consume } from '../http/consume.ts'
import type { Services } from '../http/context.ts'
import { addressBlock, clientAddress } from '../http/login/client-address.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { isSameSecret } from '../http/same-secret.ts'
import { limiterStore } from '../limits/limiter-store.ts'

/** Of codes from one address in an hour. */
const guesses = { points: 20, duration: 3600 }
/** The operator's own company is always in good standing; the date is for show. */
const dueInMs = 365 * 86_400_000

const body = v.strictObject({
  code: v.pipe(v.string(), v.trim(), v.maxLength(40)),
  company: companyName,
  ...profileColumns,
  password: newPassword,
  timeZone: v.optional(timeZone, 'America/Sao_Paulo'),
})
const needed = v.object({ needed: v.boolean() })

export const setupDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/setup',
    summary: 'Whether this installation has no company yet',
    status: 200,
    answer: needed,
    public: true,
  },
  {
    method: 'post',
    path: '/setup',
    summary: "Make the operator's company and its super user, with the code that the server printed",
    body,
    status: 201,
    answer: v.object({ email: v.string() }),
    public: true,
  },
]

/** The same on all servers of an installation, and nobody's to guess. */
export const setupCode = (secret: string) =>
  createHmac('sha256', secret).update('balcao setup').digest('hex').slice(0, 12).toUpperCase()

export async function needsSetup({ orm }: Database): Promise<boolean> {
  const [any] = await orm.select({ id: companies.id }).from(companies).limit(1)
  return any === undefined
}

export function setupRoutes({ db, env }: Pick<Services, 'db' | 'env'>) {
  const limiter = new RateLimiterPostgres({ ...limiterStore(db), keyPrefix: 'setup', ...guesses })
  const app = new Hono()
  app.use(csrf())
  app.get('/', async (c) => c.json({ needed: await needsSetup(db) }))
  app.post('/', async (c) => {
    if (!(await needsSetup(db))) throw new AppError('ERR_NOT_FOUND')
    await consume(limiter, addressBlock(clientAddress(c, env.TRUST_PROXY)))
    const { code, company, name, email, password, timeZone: zone } = parseArgs(body, await readJson(c))
    if (!isSameSecret(code.toUpperCase(), setupCode(env.JWT_SECRET))) {
      throw new AppError('ERR_VALIDATION', { fields: { code: ['Invalid'] } })
    }
    assertGood({ env }, password, { email, company })
    const admin = { name, email, passwordHash: await hashPassword(password), super: true }
    await makeOperator(db, { name: company, timeZone: zone, admin })
    return c.json({ email }, 201)
  })
  return app
}

interface Operator {
  name: string
  timeZone: string
  admin: { name: string; email: string; passwordHash: string; super: boolean }
}

async function makeOperator({ orm }: Database, operator: Operator) {
  const now = new Date()
  await orm.transaction(async (tx) => {
    // Two who come at the same time: the second finds a company.
    await tx.execute(sql`select from installation for update`)
    const [any] = await tx.select({ id: companies.id }).from(companies).limit(1)
    if (any) throw new AppError('ERR_NOT_FOUND')
    const planId = newId()
    const limits = { users: 5, connections: 1, queues: 5, campaigns: 10, schedules: 1000 }
    const plan = { id: planId, name: 'Inicial', value: '99.90', ...limits, createdAt: now, updatedAt: now }
    await tx.insert(plans).values(plan)
    await makeCompany(
      tx,
      {
        ...operator,
        email: operator.admin.email,
        phone: null,
        planId,
        recurrence: 'MENSAL',
        dueDate: new Date(now.getTime() + dueInMs),
        trialEndsAt: null,
        status: true,
        operator: true,
        campaignsEnabled: true,
      },
      now,
    )
    await tx.update(installation).set({ contact: operator.admin.email })
  })
}
