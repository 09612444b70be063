// Who asks: the actor comes from the access token and the database, never from the request's content.
import { and, eq } from 'drizzle-orm'
import { assertGoodStanding } from 'db/companies/rules.ts'
import { companies } from 'db/companies/table.ts'
import { AppError } from 'db/kit/errors.ts'
import type { UserActor } from 'db/kit/actor.ts'
import type { Database } from 'db/node/connect.ts'
import { userQueues } from 'db/queues/table.ts'
import { isLatestLogin, noteLoginSeen } from 'db/users/logins.ts'
import { countsAsSuper } from 'db/users/rules.ts'
import { noteSeen, userSightings } from 'db/users/sightings.ts'
import { logins, sessions, users } from 'db/users/table.ts'
import { createMiddleware } from 'hono/factory'
import type { Authenticated, Services } from './context.ts'
import { goneError } from './session.ts'
import { verifyAccessToken, type AccessClaims } from './tokens.ts'

export function requireSession({ db, env, admission }: Services) {
  return createMiddleware<Authenticated>(async (c, next) => {
    const token = bearerOf(c.req.header('authorization'))
    if (token === undefined) throw new AppError('ERR_SESSION_REVOKED')
    const claims = await verifyAccessToken(env.JWT_SECRET, token)
    await admission.count(claims.userId)
    const found = await findActor(db, claims)
    if (!found) throw await goneError(db, claims.loginId)
    c.set('actor', found.actor)
    c.set('sessionId', claims.sessionId)
    c.set('loginId', found.loginId)
    c.set('companyInGoodStanding', () => assertGoodStanding(found.company, new Date(), env.GRACE_DAYS))
    await next()
  })
}

export const bearerOf = (authorization: string | undefined) => authorization?.match(/^Bearer (.+)$/)?.[1]

/** Writes are refused past the due date; reads go on, so that nobody loses sight of their conversations. */
export const requireGoodStanding = createMiddleware<Authenticated>(async (c, next) => {
  c.get('companyInGoodStanding')()
  await next()
})

async function findActor(db: Database, claims: AccessClaims) {
  const rows = await db.orm
    .select({
      user: users,
      company: companies,
      usedAt: sessions.usedAt,
      loginId: logins.id,
      loginSeenAt: logins.lastSeenAt,
      isLatest: isLatestLogin,
      queueId: userQueues.queueId,
      lastSeenAt: userSightings.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(logins, eq(logins.id, sessions.loginId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(userQueues, eq(userQueues.userId, users.id))
    .leftJoin(userSightings, eq(userSightings.id, users.id))
    .where(
      and(eq(sessions.id, claims.sessionId), eq(users.id, claims.userId), eq(users.tokenVersion, claims.tokenVersion)),
    )
  const [first] = rows
  if (!first) return null
  if (first.usedAt === null) {
    await db.orm.update(sessions).set({ usedAt: new Date() }).where(eq(sessions.id, claims.sessionId))
  }
  const { id: userId, companyId } = first.user
  const { loginId, loginSeenAt, isLatest } = first
  await noteSeen(db.orm, { userId, companyId, lastSeenAt: first.lastSeenAt }, new Date())
  await noteLoginSeen(db.orm, { id: loginId, lastSeenAt: loginSeenAt, isLatest }, new Date())
  const actor: UserActor = {
    kind: 'user',
    companyId: first.user.companyId,
    userId: first.user.id,
    name: first.user.name,
    profile: first.user.profile,
    super: countsAsSuper(first.user, first.company),
    queueIds: rows.flatMap((row) => row.queueId ?? []),
  }
  return { actor, loginId, company: first.company }
}
