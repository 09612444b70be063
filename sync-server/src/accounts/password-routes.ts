// /auth/password and /auth/invitation: a password by a link, for who forgot theirs and for who has none yet. Invariants: no answer tells whether somebody logs in with an address, neither by
// what it says nor by how long it takes: the worker looks for them; and whoever has a link sets a password, no more: the login asks for the rest.
import { recordAudit, type AuditEntry } from 'db/audit/record.ts'
import { companies } from 'db/companies/table.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { findLink, takeLink, type AccountLink } from 'db/node/accounts/links.ts'
import { hashPassword } from 'db/node/password.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { newPassword, profileColumns } from 'db/users/rules.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Services } from '../http/context.ts'
import { endAllLogins } from '../http/login/session.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { limiterStore } from '../limits/limiter-store.ts'
import type { LoginLimit } from '../routes/login-limit.ts'
import { addressOf, blockOf } from '../second-factors/enter.ts'
import { assertGoodOf } from './good-password.ts'
import { sendsMail } from './sends-mail.ts'

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const forgottenBody = v.strictObject({ email: profileColumns.email })
const linkBody = v.strictObject({ token })
const resetBody = v.strictObject({ token, password: newPassword })
const acceptBody = v.strictObject({ token, name: profileColumns.name, password: newPassword })
const personAnswer = v.object({ name: v.string(), email: v.string(), company: v.string() })

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
    answer: personAnswer,
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
  {
    method: 'post',
    path: '/auth/invitation/link',
    summary: 'Whom an invitation is for',
    body: linkBody,
    status: 200,
    answer: personAnswer,
    public: true,
  },
  {
    method: 'post',
    path: '/auth/invitation/accept',
    summary: 'Choose name and first password by an invitation',
    body: acceptBody,
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
  const tried = (c: Context) => consume(tries, hashToken(blockOf(c, services)))
  const app = new Hono()

  app.post('/password/forgotten', async (c) => {
    const asked = parseArgs(forgottenBody, await readJson(c))
    if (!sendsMail(env)) throw new AppError('ERR_MAIL_NOT_CONFIGURED')
    await consume(askers, hashToken(blockOf(c, services)))
    await consume(mailboxes, hashToken(asked.email))
    await db.orm.transaction((tx) => jobs.sendAccountLetter(tx, { kind: 'forgotten', email: asked.email }))
    return c.json({}, 202)
  })

  for (const kind of ['password', 'invitation'] as const) {
    app.post(`/${kind}/link`, async (c) => {
      const asked = parseArgs(linkBody, await readJson(c))
      await tried(c)
      return c.json(await personOf(services, await findLink(db.orm, asked.token, kind, new Date())))
    })
  }

  app.post('/password/reset', async (c) => {
    const { token: given, password } = parseArgs(resetBody, await readJson(c))
    await tried(c)
    const link = await findLink(db.orm, given, 'password', new Date())
    const said = { action: 'password.reset', address: addressOf(c, services) } as const
    const email = await setByLink(services, link, { password }, said)
    // Whoever forgot it has guessed it here before.
    await limit.forgive({ account: email, address: blockOf(c, services) })
    return c.json({ email })
  })

  app.post('/invitation/accept', async (c) => {
    const { token: given, name, password } = parseArgs(acceptBody, await readJson(c))
    await tried(c)
    const link = await findLink(db.orm, given, 'invitation', new Date())
    const said = { action: 'invitation.accepted', address: addressOf(c, services) } as const
    return c.json({ email: await setByLink(services, link, { password, name }, said) })
  })
  return app
}

async function personOf({ db }: Services, { userId }: AccountLink) {
  const [person] = await db.orm
    .select({ name: users.name, email: users.email, company: companies.name })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, userId))
  if (!person) throw new AppError('ERR_LINK_EXPIRED')
  return person
}

/** Takes the link. The address that they log in with. @throws AppError */
async function setByLink(
  services: Services,
  link: AccountLink,
  { password, name }: { password: string; name?: string },
  said: Pick<AuditEntry, 'action' | 'address'>,
): Promise<string> {
  const { userId, companyId } = link
  await assertGoodOf(services, password, { id: userId, companyId })
  const [passwordHash, now] = [await hashPassword(password), new Date()]
  return services.db.orm.transaction(async (tx) => {
    await takeLink(tx, link)
    const [user] = await tx
      .update(users)
      .set({ passwordHash, ...(name !== undefined && { name }), updatedAt: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id, name: users.name, email: users.email })
    if (!user) throw new AppError('ERR_LINK_EXPIRED')
    await endAllLogins(tx, userId, now)
    const person = { id: userId, name: user.name }
    await recordAudit(tx, { companyId, by: person, subject: person, ...said }, now)
    return user.email
  })
}
