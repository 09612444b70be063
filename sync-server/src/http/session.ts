// Sessions in the database: opening, rotating, ending. One login ends the others; a refresh token works once.
//
//   row A ──refresh──► row B ──refresh──► row C
//   A again, B never used: the answer with B was lost on the way: B is replaced.
//   A again, B was used:   two holders of one token: the whole session ends.
import { and, eq, gt, sql } from 'drizzle-orm'
import { assertGoodStanding } from 'db/companies/rules.ts'
import { companies } from 'db/companies/table.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { forgetSeen } from 'db/users/sightings.ts'
import { sessions, users } from 'db/users/table.ts'
import type { Env } from '../env.ts'
import { hashToken, newRefreshToken, refreshTokenSeconds, signAccessToken } from './tokens.ts'

export interface IssuedTokens {
  userId: string
  token: string
  refreshToken: string
}

type Owner = Pick<typeof users.$inferSelect, 'id' | 'companyId' | 'tokenVersion'>

async function issue(tx: ServerTx, env: Env, owner: Owner, now: Date): Promise<IssuedTokens & { sessionId: string }> {
  const refreshToken = newRefreshToken(owner.id)
  const sessionId = newId()
  await tx.insert(sessions).values({
    id: sessionId,
    companyId: owner.companyId,
    userId: owner.id,
    tokenHash: hashToken(refreshToken),
    expiresAt: new Date(now.getTime() + refreshTokenSeconds * 1000),
    createdAt: now,
  })
  const claims = { userId: owner.id, sessionId, tokenVersion: owner.tokenVersion }
  return { userId: owner.id, token: await signAccessToken(env.JWT_SECRET, claims, now), refreshToken, sessionId }
}

/** After a checked password: all earlier sessions of the user end. */
export async function openSession(db: Database, env: Env, userId: string, now: Date): Promise<IssuedTokens> {
  return db.orm.transaction(async (tx) => {
    const owner = await endSessions(tx, userId)
    if (!owner) throw new AppError('ERR_SESSION_REVOKED')
    return issue(tx, env, owner, now)
  })
}

/** Ends every session of the user: refresh tokens are gone, access tokens carry an old version. */
export async function endSessions(tx: ServerTx | Database['orm'], userId: string): Promise<Owner | undefined> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await forgetSeen(tx, userId)
  return raise(tx, userId)
}

/** Ends every access token of the user; refresh tokens go on. @throws AppError when the user is gone. */
export async function raiseTokenVersion(tx: ServerTx, userId: string): Promise<number> {
  const owner = await raise(tx, userId)
  if (!owner) throw new AppError('ERR_SESSION_REVOKED')
  return owner.tokenVersion
}

async function raise(tx: ServerTx | Database['orm'], userId: string): Promise<Owner | undefined> {
  const [owner] = await tx
    .update(users)
    .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(eq(users.id, userId))
    .returning({ id: users.id, companyId: users.companyId, tokenVersion: users.tokenVersion })
  return owner
}

/** @throws AppError ERR_SESSION_REVOKED or ERR_SESSION_REPLACED; ERR_SUBSCRIPTION_EXPIRED past the due date. */
export async function rotateSession(db: Database, env: Env, refreshToken: string, now: Date): Promise<IssuedTokens> {
  const result = await db.orm.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.tokenHash, hashToken(refreshToken)), gt(sessions.expiresAt, now)))
      .for('update')
    if (!row) return null
    const [owner] = await tx.select().from(users).where(eq(users.id, row.userId))
    const [company] = await tx.select().from(companies).where(eq(companies.id, row.companyId))
    if (!owner || !company) return null
    assertGoodStanding(company, now, env.GRACE_DAYS)
    if (row.successorId !== null && !(await dropUnused(tx, row.successorId))) {
      await endSessions(tx, owner.id)
      return null
    }
    const issued = await issue(tx, env, owner, now)
    await tx
      .update(sessions)
      .set({ successorId: issued.sessionId, usedAt: row.usedAt ?? now })
      .where(eq(sessions.id, row.id))
    return issued
  })
  return result ?? Promise.reject(await goneError(db, refreshToken.split('.')[0] ?? ''))
}

/** Whether the successor was never used, and so is now gone. */
async function dropUnused(tx: ServerTx, id: string) {
  const dropped = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, id), sql`${sessions.usedAt} is null`, sql`${sessions.successorId} is null`))
    .returning({ id: sessions.id })
  return dropped.length > 0
}

/** Why a session is gone: somebody logged in after it, or it was ended. */
export async function goneError(db: Database, userId: string): Promise<AppError> {
  if (!/^[0-9a-f-]{36}$/.test(userId)) return new AppError('ERR_SESSION_REVOKED')
  const [other] = await db.orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .limit(1)
  return new AppError(other ? 'ERR_SESSION_REPLACED' : 'ERR_SESSION_REVOKED')
}
