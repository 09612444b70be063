// Making and taking the links of people who have no session. The link has a random token, the database its hash. Invariant: a link is good once, and
// none outlives the password or the address that it was made for (a trigger of migration 0113).
import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { accountLinks, type LinkKind } from '../../accounts/table.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/new-id.ts'
import { users } from '../../users/table.ts'
import { hashToken } from '../hash-token.ts'
import type { Tx } from '../../kit/define-mutation.ts'

export type AccountLink = typeof accountLinks.$inferSelect

const minuteMs = 60_000
/** How long each is good for. */
export const linkMs = { password: 30 * minuteMs, invitation: 7 * 24 * 60 * minuteMs } as const satisfies Record<
  LinkKind,
  number
>

/** The token stands behind `#`, which browsers send to no server and name in no Referer. */
const paths = { password: '/new-password', invitation: '/invitation' } as const satisfies Record<LinkKind, string>
export const linkPath = (kind: LinkKind, token: string) => `${paths[kind]}#${token}`

/** The token and when it ends. An invitation takes the place of the one before. */
export async function makeLink(
  tx: Tx,
  kind: LinkKind,
  { id: userId, companyId }: { id: string; companyId: string },
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  await tx.delete(accountLinks).where(lt(accountLinks.expiresAt, now))
  if (kind === 'invitation') await dropInvitation(tx, userId)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + linkMs[kind])
  const row = { id: newId(), companyId, userId, kind, tokenHash: hashToken(token), expiresAt, createdAt: now }
  await tx.insert(accountLinks).values(row)
  if (kind === 'invitation') await noteInvitation(tx, userId, expiresAt)
  return { token, expiresAt }
}

/** Whom a mail is still to bring one counts as invited too. `until` null: no more. */
export async function noteInvitation(tx: Tx, userId: string, until: Date | null): Promise<void> {
  await tx.update(users).set({ invitedUntil: until }).where(eq(users.id, userId))
}

/** It opens nothing any more. */
export async function dropInvitation(tx: Tx, userId: string): Promise<void> {
  await tx.delete(accountLinks).where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, 'invitation')))
  await noteInvitation(tx, userId, null)
}

/** @throws AppError ERR_LINK_EXPIRED when it is none, or none any more */
export async function findLink(tx: Tx, token: string, kind: LinkKind, now: Date): Promise<AccountLink> {
  const ofKind = and(eq(accountLinks.tokenHash, hashToken(token)), eq(accountLinks.kind, kind))
  const isIt = and(ofKind, gt(accountLinks.expiresAt, now))
  const [link] = await tx.select().from(accountLinks).where(isIt)
  if (!link) throw new AppError('ERR_LINK_EXPIRED')
  return link
}

/** It is used. @throws AppError ERR_LINK_EXPIRED when somebody was faster */
export async function takeLink(tx: Tx, { id }: AccountLink): Promise<void> {
  const gone = await tx.delete(accountLinks).where(eq(accountLinks.id, id)).returning({ id: accountLinks.id })
  if (gone.length === 0) throw new AppError('ERR_LINK_EXPIRED')
}
