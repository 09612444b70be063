// /auth/password: a new password for who forgot theirs, by a link. Invariants: no answer tells whether somebody logs in with an address, neither by
// what it says nor by how long it takes: the worker looks for them; and whoever has a link sets a password, no more: the login asks for the rest.
import { recordAudit } from 'db/audit/record.ts'
import { companies } from 'db/companies/table.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { findLink, takeLink } from 'db/node/accounts/links.ts'
import { hashPassword } from 'db/node/password.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Services } from '../http/context.ts'
import { endAllLogins } from '../http/login/session.ts'
import { hashToken } from '../http/login/tokens.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { limiterStore } from '../limits/limiter-store.ts'
import type { LoginLimit } from '../routes/login-limit.ts'
import { addressOf, blockOf } from '../second-factors/enter.ts'
import { assertGoodOf } from './good-password.ts'
import { sendsMail } from './sends-mail.ts'

const email = profileColumns.email
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const forgottenBody = v.strictObject({ email })
const linkBody = v.strictObject({ token })
const resetBody = v.strictObject({ token, password: newPassword })

export const passwordLinkDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/auth/password/forgotten',
    summary: 'Mail a link for a new password to whoever logs in with an address',
    description:
      'The answer is the same when nobody does. 409 `ERR_MAIL_NOT_CONFIGURED` where the installation sends no mail: an admin makes the link.',
    body: forgottenBody,
    status: 202,
    answer: v.object({}),
    public: true,
  },
  {
    method: 'post',
    path: '/auth/password/link',
    summary: 'Whose password a link is for',
    body: linkBody,
    status: 200,
    answer: v.object({ name: v.string(), email: v.string(), company: v.string() }),
    public: true,
  },
  {
    method: 'post',
    path: '/auth/password/reset',
    summary: 'Set a new password by a link; every session of the person ends',
    body: resetBody,
    status: 200,
    answer: v.object({ email: v.string() }),
    public: true,
  },
]

const hour = 3600
/** Of one address, whoever's mailbox it asks for; an office has one. */
const asksFromAddress = { points: 20, duration: hour }
/** For one mailbox, from wherever: letters that nobody wants end. */
const asksForEmail = { points: 5, duration: hour }
/** Links are random: who tries more has none. */
const triesFromAddress = { points: 60, duration: hour }

export function passwordLinkRoutes(services: Services, limit: LoginLimit) {
  const { db, env, jobs } = services
  const counted = (keyPrefix: string, each: { points: number; duration: number }) =>
    new RateLimiterPostgres({ ...limiterStore(db), keyPrefix, ...each })
  const askers = counted('forgottenFrom', asksFromAddress)
  const mailboxes = counted('forgottenFor', asksForEmail)
  const tries = counted('linkFrom', triesFromAddress)
  const app = new Hono()

  app.post('/forgotten', async (c) => {
    const asked = parseArgs(forgottenBody, await readJson(c))
    if (!sendsMail(env)) throw new AppError('ERR_MAIL_NOT_CONFIGURED')
    await consume(askers, hashToken(blockOf(c, services)))
    await consume(mailboxes, hashToken(asked.email))
    await db.orm.transaction((tx) => jobs.sendAccountLetter(tx, { kind: 'forgotten', email: asked.email }))
    return c.json({}, 202)
  })

  app.post('/link', async (c) => {
    const asked = parseArgs(linkBody, await readJson(c))
    await consume(tries, hashToken(blockOf(c, services)))
    const link = await findLink(db.orm, asked.token, 'password', new Date())
    const [person] = await db.orm
      .select({ name: users.name, email: users.email, company: companies.name })
      .from(users)
      .innerJoin(companies, eq(companies.id, users.companyId))
      .where(eq(users.id, link.userId))
    if (!person) throw new AppError('ERR_LINK_EXPIRED')
    return c.json(person)
  })

  app.post('/reset', async (c) => {
    const asked = parseArgs(resetBody, await readJson(c))
    await consume(tries, hashToken(blockOf(c, services)))
    const now = new Date()
    const link = await findLink(db.orm, asked.token, 'password', now)
    await assertGoodOf(services, asked.password, { id: link.userId, companyId: link.companyId })
    const passwordHash = await hashPassword(asked.password)
    const person = await db.orm.transaction(async (tx) => {
      await takeLink(tx, link)
      const [user] = await tx
        .update(users)
        .set({ passwordHash, updatedAt: now })
        .where(eq(users.id, link.userId))
        .returning({ id: users.id, name: users.name, email: users.email })
      if (!user) throw new AppError('ERR_LINK_EXPIRED')
      await endAllLogins(tx, user.id, now)
      const { id, name } = user
      const said = {
        companyId: link.companyId,
        by: { id, name },
        subject: { id, name },
        address: addressOf(c, services),
      }
      await recordAudit(tx, { ...said, action: 'password.reset' }, now)
      return user
    })
    // Whoever forgot it has guessed it here before.
    await limit.forgive({ account: person.email, address: blockOf(c, services) })
    return c.json({ email: person.email })
  })
  return app
}
