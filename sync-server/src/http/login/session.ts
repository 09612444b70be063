// Logins and their refresh tokens: opening, rotating, ending. A login beyond what the company allows ends the one that was seen
// longest ago; a refresh token works once.
//
//   row A ──refresh──► row B ──refresh──► row C        all of one login
//   A again, B never used: the answer with B was lost on the way: B is replaced.
//   A again, B was used:   two holders of one token: the login ends.
import { and, eq, gt, lt, notExists, sql } from 'drizzle-orm'
import { assertGoodStanding, isInGoodStanding } from 'db/companies/rules.ts'
import { companies } from 'db/companies/table.ts'
import type { Tx } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { pushSubscriptions } from 'db/push/table.ts'
import { settingsOf } from 'db/settings/mutations.ts'
import type { DeviceWords } from 'db/users/device-words.ts'
import { endLogins, forgetLogins, liveLogins, lockOwner, type Login, type Owner } from 'db/users/logins.ts'
import { showSeen } from 'db/users/sightings.ts'
import { logins, sessions, users, type LoginEnd } from 'db/users/table.ts'
import type { Env } from '../../env.ts'
import { newRefreshToken, refreshTokenSeconds, signAccessToken } from './tokens.ts'

export interface IssuedTokens {
  userId: string
  token: string
  refreshToken: string
}

export interface Device extends DeviceWords {
  /** Id from the device cookie that the browser keeps for this person; a new one when there was none. */
  id: string
  /** When whoever comes in showed more than the password; null: the password alone. */
  secondFactorAt?: Date | null
}

const afterRefresh = (now: Date) => new Date(now.getTime() + refreshTokenSeconds * 1000)

/** The next refresh token of a login, with an access token. */
async function issue(tx: ServerTx, env: Env, owner: Owner, loginId: string, now: Date) {
  const refreshToken = newRefreshToken(loginId)
  const sessionId = newId()
  const expiresAt = afterRefresh(now)
  await tx.insert(sessions).values({
    id: sessionId,
    companyId: owner.companyId,
    userId: owner.id,
    loginId,
    tokenHash: hashToken(refreshToken),
    expiresAt,
    createdAt: now,
  })
  await tx.update(logins).set({ expiresAt }).where(eq(logins.id, loginId))
  const [company] = await tx.select().from(companies).where(eq(companies.id, owner.companyId))
  const limited = company !== undefined && !isInGoodStanding(company, now, env.GRACE_DAYS)
  const claims = { userId: owner.id, sessionId, loginId, tokenVersion: owner.tokenVersion, limited }
  return { userId: owner.id, token: await signAccessToken(env.JWT_SECRET, claims, now), refreshToken, sessionId }
}

/** After a checked password. */
export function openSession(db: Database, env: Env, userId: string, device: Device, now: Date): Promise<IssuedTokens> {
  return db.orm.transaction(async (tx) => {
    const locked = await lockOwner(tx, userId)
    if (!locked) throw new AppError('ERR_SESSION_REVOKED')
    await forgetLogins(tx, userId, new Date(now.getTime() - refreshTokenSeconds * 1000))
    const owner = await makeRoom(tx, locked, device.id, now)
    const loginId = newId()
    const { browser, system, secondFactorAt = null } = device
    const seen = { createdAt: now, lastSeenAt: now, expiresAt: afterRefresh(now) }
    const { companyId } = owner
    await tx
      .insert(logins)
      .values({ id: loginId, companyId, userId, deviceId: device.id, browser, system, secondFactorAt, ...seen })
    return issue(tx, env, owner, loginId, now)
  })
}

/** The logins at other devices that one at this device ends, as the company allows no more; `deviceId` null: it was never seen. */
export async function replacedBy(
  tx: Tx,
  { id, companyId }: Pick<Owner, 'id' | 'companyId'>,
  deviceId: string | null,
  now: Date,
): Promise<Login[]> {
  const { devicesPerUser } = await settingsOf(tx, companyId)
  const others = (await liveLogins(tx, id, now)).filter((login) => login.deviceId !== deviceId)
  return others.slice(devicesPerUser - 1)
}

/** A device's own earlier login is replaced whatever the limit is. */
async function makeRoom(tx: ServerTx, owner: Owner, deviceId: string, now: Date): Promise<Owner> {
  const live = await liveLogins(tx, owner.id, now)
  const replaced = await replacedBy(tx, owner, deviceId, now)
  const others = live.filter((login) => login.deviceId !== deviceId)
  const kept = others.filter(({ id }) => !replaced.some((login) => login.id === id))
  const ended = live.filter((login) => !kept.includes(login))
  await endLogins(
    tx,
    ended.map(({ id }) => id),
    'replaced',
    now,
  )
  return kept.length === 0 ? raiseTokenVersion(tx, owner.id) : owner
}

/** Ends all logins of one person but `except`. */
export async function endAllLogins(tx: ServerTx, userId: string, now: Date, except?: string): Promise<void> {
  if (!(await lockOwner(tx, userId))) return
  const others = (await liveLogins(tx, userId, now)).filter(({ id }) => id !== except)
  await endSome(
    tx,
    userId,
    others.map(({ id }) => id),
    now,
  )
}

/** False: there is no such live login of that person. */
export function endLogin(db: Database, userId: string, loginId: string, now: Date): Promise<boolean> {
  return db.orm.transaction(async (tx) => {
    await lockOwner(tx, userId)
    const found = (await liveLogins(tx, userId, now)).some(({ id }) => id === loginId)
    if (found) await endSome(tx, userId, [loginId], now)
    return found
  })
}

/** The person's row is held. Without a login left, no access token of theirs is one any more. */
async function endSome(tx: ServerTx, userId: string, ids: readonly string[], now: Date) {
  await endLogins(tx, ids, 'ended', now)
  const [latest] = await liveLogins(tx, userId, now)
  await showSeen(tx, userId, latest?.lastSeenAt ?? null)
  if (!latest) await raiseTokenVersion(tx, userId)
}

async function raiseTokenVersion(tx: ServerTx, userId: string): Promise<Owner> {
  const [owner] = await tx
    .update(users)
    .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(eq(users.id, userId))
    .returning({ id: users.id, companyId: users.companyId, tokenVersion: users.tokenVersion })
  if (!owner) throw new AppError('ERR_SESSION_REVOKED')
  return owner
}

/**
 * @throws AppError ERR_SESSION_REVOKED or ERR_SESSION_REPLACED; ERR_SESSION_EXPIRED of a copy that came after its answer was used;
 * ERR_COMPANY_OFF of one that is switched off
 */
export async function rotateSession(db: Database, env: Env, refreshToken: string, now: Date): Promise<IssuedTokens> {
  const issued = await db.orm.transaction(async (tx) => {
    const found = await lockToken(tx, refreshToken, now)
    if (!found) return null
    const { owner, row } = found
    const [company] = await tx.select().from(companies).where(eq(companies.id, row.companyId))
    if (!company) return null
    // Who was logged in stays so, and waits: their devices go on in the moment in which it is paid.
    if (!company.status) assertGoodStanding(company, now, env.GRACE_DAYS)
    if (row.successorId !== null && !(await dropUnused(tx, row.successorId))) {
      if (await isNew(tx, row.successorId, now)) throw new AppError('ERR_SESSION_EXPIRED')
      await endSome(tx, owner.id, [row.loginId], now)
      return null
    }
    const next = await issue(tx, env, owner, row.loginId, now)
    await tx
      .update(sessions)
      .set({ successorId: next.sessionId, usedAt: row.usedAt ?? now })
      .where(eq(sessions.id, row.id))
    await dropLapsed(tx, row.loginId, now)
    return next
  })
  return issued ?? Promise.reject(await goneError(db, loginOfToken(refreshToken)))
}

/** A live token's row, with its person held. */
async function lockToken(tx: ServerTx, refreshToken: string, now: Date) {
  const ofToken = and(eq(sessions.tokenHash, hashToken(refreshToken)), gt(sessions.expiresAt, now))
  const [found] = await tx.select({ userId: sessions.userId }).from(sessions).where(ofToken)
  const owner = found && (await lockOwner(tx, found.userId))
  // Read again: whoever held the person before may have ended it.
  const [row] = await tx.select().from(sessions).where(ofToken)
  return owner && row ? { owner, row } : null
}

/**
 * A new pair for a login that goes on while every other one of its person ends, with all tokens that there were.
 * @throws AppError ERR_SESSION_REVOKED when the login has ended
 */
export async function renewAlone(tx: ServerTx, env: Env, userId: string, loginId: string, now: Date) {
  await endAllLogins(tx, userId, now, loginId)
  const [login] = await liveLogins(tx, userId, now)
  if (!login) throw new AppError('ERR_SESSION_REVOKED')
  const owner = await raiseTokenVersion(tx, userId)
  // The rows stay: what hangs on them goes on.
  await tx.update(sessions).set({ expiresAt: now }).where(eq(sessions.loginId, loginId))
  return issue(tx, env, owner, loginId, now)
}

/** Whether the successor was never used, and so is now gone. */
async function dropUnused(tx: ServerTx, id: string) {
  const dropped = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, id), sql`${sessions.usedAt} is null`, sql`${sessions.successorId} is null`))
    .returning({ id: sessions.id })
  return dropped.length > 0
}

/** How late a copy of a request for a new token may come: one that was given up on its way, and that something on the way still delivers. */
const copyMs = 60_000

/** Whether the token is so new that its predecessor may come in a late copy of the request that brought it, not from a thief. */
async function isNew(tx: ServerTx, id: string, now: Date) {
  const [row] = await tx.select({ createdAt: sessions.createdAt }).from(sessions).where(eq(sessions.id, id))
  return row !== undefined && now.getTime() - row.createdAt.getTime() < copyMs
}

/** Tokens that nobody can use any more, and on which nothing hangs. */
async function dropLapsed(tx: ServerTx, loginId: string, now: Date) {
  const hanging = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessions.id))
  await tx.delete(sessions).where(and(eq(sessions.loginId, loginId), lt(sessions.expiresAt, now), notExists(hanging)))
}

const isId = (text: string | undefined) => text !== undefined && /^[0-9a-f-]{36}$/.test(text)

/** A refresh token names its login. */
const loginOfToken = (refreshToken: string) => refreshToken.split('.')[0]

/** Why a login is gone: the person logged in elsewhere, or it was ended. */
export async function goneError(db: Database, loginId: string | undefined): Promise<AppError> {
  if (loginId === undefined || !isId(loginId)) return new AppError('ERR_SESSION_REVOKED')
  const [login] = await db.orm.select({ reason: logins.endReason }).from(logins).where(eq(logins.id, loginId))
  const codes = { replaced: 'ERR_SESSION_REPLACED', ended: 'ERR_SESSION_REVOKED' } as const satisfies Record<
    LoginEnd,
    unknown
  >
  return new AppError(codes[login?.reason ?? 'ended'])
}

/** User and login of a refresh token; undefined when it is none, or its login has ended. */
export async function ownerOfToken(db: Database, refreshToken: string) {
  const [row] = await db.orm
    .select({ userId: sessions.userId, loginId: sessions.loginId })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(refreshToken)))
  return row
}

/** Login of an access token that names only its session; undefined when the session is not there. */
export async function loginOfSession(db: Database, sessionId: string): Promise<string | undefined> {
  const [row] = await db.orm.select({ loginId: sessions.loginId }).from(sessions).where(eq(sessions.id, sessionId))
  return row?.loginId
}
