// Whose devices are logged in. Server only. Invariant: what changes a person's logins holds their row in `users` first, so that two
// logins at the same time don't both get the last place, nor one beside a limit that is just being lowered.
import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../kit/define-mutation.ts'
import { logins, users, type LoginEnd } from './table.ts'

export type Login = typeof logins.$inferSelect
export type Owner = Pick<typeof users.$inferSelect, 'id' | 'companyId' | 'tokenVersion'>

/** Until the transaction ends nobody else changes this person's logins. Undefined: they are gone. */
export async function lockOwner(tx: Tx, userId: string): Promise<Owner | undefined> {
  const [owner] = await tx
    .select({ id: users.id, companyId: users.companyId, tokenVersion: users.tokenVersion })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return owner
}

const isLive = (now: Date) => and(isNull(logins.endedAt), gt(logins.expiresAt, now))

/** One person's logins that neither ended nor ran out, the one that was seen last first. */
export function liveLogins(tx: Tx, userId: string, now: Date): Promise<Login[]> {
  return tx
    .select()
    .from(logins)
    .where(and(eq(logins.userId, userId), isLive(now)))
    .orderBy(desc(logins.lastSeenAt), desc(logins.id))
}

/** Their tokens and what hangs on those go with them. */
export async function endLogins(tx: Tx, ids: readonly string[], reason: LoginEnd, now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(logins)
    .set({ endedAt: now, endReason: reason })
    .where(and(inArray(logins.id, [...ids]), isNull(logins.endedAt)))
}

/** The company allows `limit` devices a person from now on: those that were seen last stay. */
export async function endExcessLogins(tx: Tx, companyId: string, limit: number, now: Date): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.companyId, companyId))
    .orderBy(asc(users.id))
    .for('no key update')
  const place = sql<number>`row_number() over (
    partition by ${logins.userId} order by ${logins.lastSeenAt} desc, ${logins.id} desc)`.as('place')
  const placed = tx
    .select({ id: logins.id, place })
    .from(logins)
    .where(and(eq(logins.companyId, companyId), isLive(now)))
    .as('placed')
  const excess = await tx.select({ id: placed.id }).from(placed).where(gt(placed.place, limit))
  await endLogins(
    tx,
    excess.map(({ id }) => id),
    'ended',
    now,
  )
}

/** What nobody asks about any more. */
export async function forgetLogins(tx: Tx, userId: string, before: Date): Promise<void> {
  const gone = or(lt(logins.endedAt, before), lt(logins.expiresAt, before))
  await tx.delete(logins).where(and(eq(logins.userId, userId), gone))
}

/** Seen less than this before: not written again, unless another device of the person was seen since. */
const rewriteMs = 60_000

/** `seen`: as it was read; `isLatest`: no other login of the person was seen since. */
export async function noteLoginSeen(
  tx: Tx,
  { id, lastSeenAt, isLatest }: { id: string; lastSeenAt: Date; isLatest: boolean },
  now: Date,
): Promise<void> {
  if (isLatest && now.getTime() - lastSeenAt.getTime() < rewriteMs) return
  await tx
    .update(logins)
    .set({ lastSeenAt: now })
    .where(and(eq(logins.id, id), lt(logins.lastSeenAt, now)))
}

/** What a device says of whoever works with it; null: they are there. */
export async function noteAway(tx: Tx, loginId: string, awaySince: Date | null): Promise<void> {
  await tx.update(logins).set({ awaySince }).where(eq(logins.id, loginId))
}

/** In a query over `logins`: whether it is the one of its person that was seen last. */
export const isLatestLogin = sql<boolean>`not exists (
  select from logins other where other.user_id = ${logins.userId} and other.id <> ${logins.id}
    and other.ended_at is null and other.last_seen_at >= ${logins.lastSeenAt})`

/** Whoever lost a device to a login elsewhere on so many days of the last seven is logged out daily. */
const dailyDays = 3

/** How many people of a company that are; a device's own earlier login is nobody's loss. */
export async function countThrownOutDaily(tx: Tx, companyId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - 7 * 86_400_000).toISOString()
  const rows = await tx.execute(sql`
    select count(*)::int as people from (
      select l.user_id from logins l join companies c on c.id = l.company_id
      where l.company_id = ${companyId} and l.end_reason = 'replaced' and l.ended_at > ${since}::timestamptz
        and not exists (
          select from logins own where own.user_id = l.user_id and own.device_id = l.device_id and own.created_at = l.ended_at
        )
      group by l.user_id having count(distinct (l.ended_at at time zone c.time_zone)::date) >= ${dailyDays}
    ) thrown_out`)
  return (rows as { people: number }[])[0]?.people ?? 0
}
