// The end of every login: whoever was checked gets in on this device. Invariant: there is no other way to a session, so none goes unnoted.
import { recordAudit, type AuditEntry } from 'db/audit/record.ts'
import { assertGoodStanding } from 'db/companies/rules.ts'
import { companies } from 'db/companies/table.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { deviceWords } from 'db/users/device-words.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { addressBlock, clientAddress } from '../http/login/client-address.ts'
import type { Services } from '../http/context.ts'
import { setRefreshCookie } from '../http/login/refresh-cookie.ts'
import { openSession, replacedBy } from '../http/login/session.ts'
import { describeUser } from '../reads/users.ts'
import * as v from 'valibot'
import { rememberDevice } from '../routes/device-cookie.ts'
import { beginStep } from './steps.ts'

export type User = typeof users.$inferSelect

/** What was shown beside, or instead of, the password. */
export const factors = ['password', 'authenticator', 'recoveryCode', 'passkey'] as const
export type Factor = (typeof factors)[number]

export const addressOf = (c: Context, { env }: Pick<Services, 'env'>) => clientAddress(c, env.TRUST_PROXY)
export const blockOf = (c: Context, services: Pick<Services, 'env'>) => addressBlock(addressOf(c, services))

/** Whether their company lets them in at all; whoever runs an overdue one gets in to pay. @throws AppError */
export async function assertMayEnter({ db, env }: Services, user: User, now: Date): Promise<void> {
  const [company] = await db.orm.select().from(companies).where(eq(companies.id, user.companyId))
  if (!company) throw new AppError('ERR_INVALID_CREDENTIALS')
  if (user.profile !== 'admin' || !company.status) assertGoodStanding(company, now, env.GRACE_DAYS)
}

/** Where a body says that whoever logs in can be asked before another device is logged out. */
export const asksFirst = v.optional(v.boolean())

/**
 * The token, and who it is. `asks`: not before they said that the devices which this logs out may go; else those go without a word, as the
 * specification has it. @throws AppError ERR_LOGGED_IN_ELSEWHERE with those devices and the step that goes on
 */
export async function enter(
  c: Context,
  services: Services,
  user: User,
  { deviceId, factor, asks = false }: { deviceId: string | null; factor: Factor; asks?: boolean | undefined },
) {
  const { db, env } = services
  const now = new Date()
  await assertMayEnter(services, user, now)
  if (asks) await askAboutOthers(services, user, { deviceId, factor }, now)
  const secondFactorAt = factor === 'password' ? null : now
  const device = { id: deviceId ?? newId(), ...deviceWords(c.req.header('user-agent')), secondFactorAt }
  const issued = await openSession(db, env, user.id, device, now)
  const { browser, system } = device
  await noteLogin(c, services, user, { action: 'login', details: { factor, browser, system } })
  setRefreshCookie(c, env, issued.refreshToken)
  await rememberDevice(c, env, user.id, device.id)
  return { token: issued.token, user: await describeUser(db, user.id) }
}

/** Of somebody who is not in yet, or just came in. */
export async function noteLogin(
  c: Context,
  services: Services,
  { id, companyId, name }: Pick<User, 'id' | 'companyId' | 'name'>,
  said: Pick<AuditEntry, 'action' | 'details'>,
): Promise<void> {
  const by = said.action === 'login.failed' ? null : { id, name }
  const entry = { companyId, by, subject: { id, name }, address: addressOf(c, services), ...said }
  await recordAudit(services.db.orm, entry, new Date())
}

async function askAboutOthers(
  { db }: Services,
  user: User,
  { deviceId, factor }: { deviceId: string | null; factor: Factor },
  now: Date,
) {
  const replaced = await replacedBy(db.orm, user, deviceId, now)
  if (replaced.length === 0) return
  // By the server's clock: the device's may be wrong.
  const devices = replaced.map(({ browser, system, lastSeenAt }) => {
    const secondsAgo = Math.max(0, Math.round((now.getTime() - lastSeenAt.getTime()) / 1000))
    return { browser, system, lastSeenAt, secondsAgo }
  })
  const step = await beginStep(db.orm, 'replace', { person: user, challenge: factor }, now)
  throw new AppError('ERR_LOGGED_IN_ELSEWHERE', { step, devices })
}
