// Who is online. Whoever asks the server for anything was seen; that is written seldom, and only screens that show it follow it.
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'
import type { Tx } from '../kit/define-mutation.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'

/** Seen so lately: online. */
export const onlineMs = 5 * 60_000
/** Less than that, by more than an idle device's pause between two requests. */
const rewriteMs = 4 * 60_000

export const userSightings = pgTable('user_sightings', {
  /** The user's id. */
  id: id(),
  companyId: companyId(),
  lastSeenAt: instant('last_seen_at').notNull(),
})

export const syncedUserSightings = defineTable(userSightings, {
  scope: (actor) => (hasPermission(actor, 'users-page:view') ? eq(userSightings.companyId, actor.companyId) : nothing),
})

export interface Seen {
  userId: string
  companyId: string
  /** As it was read; null: never. */
  lastSeenAt: Date | null
}

/** Does nothing where it was written lately, also by another request of this moment. */
export async function noteSeen(tx: Tx, { userId, companyId: of, lastSeenAt }: Seen, now: Date): Promise<void> {
  const before = new Date(now.getTime() - rewriteMs)
  if (lastSeenAt !== null && lastSeenAt > before) return
  await tx
    .insert(userSightings)
    .values({ id: userId, companyId: of, lastSeenAt: now })
    .onConflictDoUpdate({
      target: userSightings.id,
      set: { lastSeenAt: sql`excluded.last_seen_at` },
      setWhere: lt(userSightings.lastSeenAt, before),
    })
}

/** A device of theirs logged out: they were seen last by another one, or (null) are gone at once. */
export async function showSeen(tx: Tx, userId: string, lastSeenAt: Date | null): Promise<void> {
  const own = eq(userSightings.id, userId)
  if (lastSeenAt === null) await tx.delete(userSightings).where(own)
  else
    await tx
      .update(userSightings)
      .set({ lastSeenAt })
      .where(and(own, gt(userSightings.lastSeenAt, lastSeenAt)))
}
