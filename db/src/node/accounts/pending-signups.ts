// Companies that wait for the owner of a mailbox to confirm it. Invariants: a link is good once, for a day; until then nothing stands in the way of the
// address's owner; and it opens nothing without the password that was chosen.
import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import { pendingSignups } from '../../accounts/table.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/new-id.ts'
import type { Tx } from '../../kit/define-mutation.ts'
import { hashToken } from '../hash-token.ts'

export type PendingSignup = typeof pendingSignups.$inferSelect

export const signupMs = 24 * 3_600_000

/** As many wait at most: beyond, the oldest make room, so that strangers can't fill the disk. */
export const mostSignups = 10_000

export const signupPath = (token: string) => `/confirm#${token}`

/** Those that nobody confirmed in time: names, addresses and passwords' hashes of people who may not even know. */
export async function forgetSignups(tx: Pick<Tx, 'delete'>, now: Date): Promise<void> {
  await tx.delete(pendingSignups).where(lt(pendingSignups.expiresAt, now))
}

/** The id of the new one. */
export async function noteSignup(
  tx: Tx,
  wish: Omit<typeof pendingSignups.$inferInsert, 'id' | 'tokenHash' | 'expiresAt' | 'createdAt'>,
  now: Date,
): Promise<string> {
  await forgetSignups(tx, now)
  const room = tx
    .select({ id: pendingSignups.id })
    .from(pendingSignups)
    .orderBy(desc(pendingSignups.id))
    .offset(mostSignups - 1)
  await tx.delete(pendingSignups).where(inArray(pendingSignups.id, room))
  const id = newId()
  await tx.insert(pendingSignups).values({ id, ...wish, expiresAt: new Date(now.getTime() + signupMs), createdAt: now })
  return id
}

/** The token for the letter; another one each time it is asked for. */
export async function signupToken(tx: Tx, id: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .update(pendingSignups)
    .set({ tokenHash: hashToken(token) })
    .where(eq(pendingSignups.id, id))
  return token
}

/** @throws AppError ERR_LINK_EXPIRED when it is none, or none any more */
export async function findSignup(tx: Tx, token: string, now: Date): Promise<PendingSignup> {
  const isIt = and(eq(pendingSignups.tokenHash, hashToken(token)), gt(pendingSignups.expiresAt, now))
  const [signup] = await tx.select().from(pendingSignups).where(isIt)
  if (!signup) throw new AppError('ERR_LINK_EXPIRED')
  return signup
}

/** Deletes it and all others of the address. @throws AppError ERR_LINK_EXPIRED when somebody was faster */
export async function takeSignup(tx: Tx, { id, email }: PendingSignup): Promise<void> {
  const gone = await tx.delete(pendingSignups).where(eq(pendingSignups.id, id)).returning({ id: pendingSignups.id })
  if (gone.length === 0) throw new AppError('ERR_LINK_EXPIRED')
  await tx.delete(pendingSignups).where(eq(pendingSignups.email, email))
}
