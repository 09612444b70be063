// Who asks: the actor comes from the access token and the database, never from the request's content.
import { eq, sql } from 'drizzle-orm'
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
import type { Authenticated, Services } from '../context.ts'
import { readJson } from '../read-json.ts'
import { inBatches } from './in-batches.ts'
import { goneError } from './session.ts'
import { accessTokenVerifier, type AccessClaims } from './tokens.ts'

export function requireSession({ db, env, admission }: Services) {
  const verify = accessTokenVerifier(env.JWT_SECRET)
  const findActor = actorFinder(db)
  return createMiddleware<Authenticated>(async (c, next) => {
    const token = bearerOf(c.req.header('authorization'))
    if (token === undefined) throw new AppError('ERR_SESSION_REVOKED')
    const claims = await verify(token)
    await admission.count(claims.userId, c.req.raw.signal)
    const found = await findActor(claims)
    if (!found) throw await goneError(db, claims.loginId)
    c.set('actor', found.actor)
    c.set('actorNow', async () => {
      const now = await findActor(claims)
      if (!now) throw await goneError(db, claims.loginId)
      return now.actor
    })
    c.set('sessionId', claims.sessionId)
    c.set('loginId', found.loginId)
    c.set('limited', claims.limited === true)
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

/**
 * A session that began while the company was overdue does nothing but pay. A device that waits for news waits here for the payment, so that it
 * goes on in the moment in which that comes.
 */
export const untilPaid = ({ standings, env }: Services) =>
  createMiddleware<Authenticated>(async (c, next) => {
    if (c.get('limited') && !(await isPaid(c))) c.get('companyInGoodStanding')()
    await next()

    async function isPaid({ req, get }: typeof c) {
      const { companyId } = get('actor')
      const isGood = () => standings.isGood(companyId, new Date(), env.GRACE_DAYS)
      const waits = req.method === 'POST' && req.path.endsWith('/shapes/changes') && isWaiting(await readJson(c))
      if (!waits) return isGood()
      // Followed before it is looked at: a payment in between is not missed.
      const changed = standings.follow(companyId)
      try {
        if (await isGood()) return true
        await changed.within(env.LONG_POLL_MS ?? longPollMs, req.raw.signal)
        return await isGood()
      } finally {
        changed.release()
      }
    }
  })

const isWaiting = (body: unknown) => typeof body === 'object' && body !== null && 'wait' in body && body.wait === true

/** As long as the shape engine lets a device wait. */
export const longPollMs = 20_000

/** Every request asks this, and every answer to who waits, many at once: its SQL is put together once, and has what is needed of each row. */
const actorQuery = (db: Database) =>
  db.orm
    .select({
      sessionId: sessions.id,
      user: {
        id: users.id,
        companyId: users.companyId,
        name: users.name,
        profile: users.profile,
        super: users.super,
        tokenVersion: users.tokenVersion,
      },
      company: { operator: companies.operator, status: companies.status, dueDate: companies.dueDate },
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
    .where(sql`${sessions.id} = any(${sql.placeholder('sessionIds')}::uuid[])`)
    .prepare('actor')

type ActorRow = Awaited<ReturnType<ReturnType<typeof actorQuery>['execute']>>[number]

function actorFinder(db: Database) {
  const query = actorQuery(db)
  const rowsOf = inBatches(async (sessionIds: readonly string[]) => {
    const rows = await query.execute({ sessionIds: [...new Set(sessionIds)] })
    const bySession = Map.groupBy(rows, ({ sessionId }) => sessionId)
    return (sessionId) => bySession.get(sessionId) ?? []
  })
  return async (claims: AccessClaims) => actorOf(db, claims, await rowsOf(claims.sessionId))
}

async function actorOf(db: Database, claims: AccessClaims, rows: readonly ActorRow[]) {
  const [first] = rows
  // A token says whose it was when it was given.
  if (first?.user.id !== claims.userId || first.user.tokenVersion !== claims.tokenVersion) return null
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
