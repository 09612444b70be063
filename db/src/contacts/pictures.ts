// Pictures of contacts, as WhatsApp shows them: whose turn it is to be asked for, and what came of it. Server only.
// Invariant: one asker takes a contact at a time; who dies while asking leaves it to the next look after `claimMs`.
import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { tickets } from '../tickets/table.ts'
import { findContacts } from './find-contact.ts'
import { findGroup } from './groups.ts'
import { contacts } from './table.ts'

const minute = 60_000
const day = 24 * 60 * minute
const claimMs = 10 * minute
/** WhatsApp tells of most new pictures, not of all. */
const freshMs = 30 * day
/** Its owner has none, or shows it to people they know only. */
const refusedMs = 7 * day
const failedMs = 6 * 60 * minute

export type PictureAnswer = { kind: 'shown'; hash: string } | { kind: 'none' } | { kind: 'failed' }

/** Whose picture this connection is to ask for now: its own chats' and, of people, those that no connection has a chat with. */
export async function takeDuePicture(tx: Tx, connectionId: string, { actor, now }: MutationContext) {
  const chat = sql`select from ${tickets} where ${tickets.contactId} = ${contacts.id}`
  const isAskedHere = sql`(exists (${chat} and ${tickets.connectionId} = ${connectionId})
    or (not ${contacts.isGroup} and not exists (${chat})))`
  const [due] = await tx
    .select({ id: contacts.id, number: contacts.number, lid: contacts.lid, isGroup: contacts.isGroup })
    .from(contacts)
    .where(and(eq(contacts.companyId, actor.companyId), lte(contacts.pictureDueAt, now), isAskedHere))
    // Whoever wrote just now before the thousands that the phone told of.
    .orderBy(desc(contacts.pictureDueAt))
    .limit(1)
    .for('update', { skipLocked: true })
  if (due) await dueAfter(tx, due.id, claimMs, now)
  return due
}

export async function recordPicture(tx: Tx, contactId: string, answer: PictureAnswer, now: Date) {
  if (answer.kind === 'failed') return dueAfter(tx, contactId, failedMs, now)
  const hash = answer.kind === 'shown' ? answer.hash : null
  await tx
    .update(contacts)
    .set({ pictureHash: hash, updatedAt: now })
    .where(and(eq(contacts.id, contactId), sql`${contacts.pictureHash} is distinct from ${hash}`))
  await dueAfter(tx, contactId, answer.kind === 'shown' ? freshMs : refusedMs, now)
}

/** WhatsApp said that there is another, or none any more. */
export async function pictureChanged(
  tx: Tx,
  of: { lid: string | null; number: string | null; isGroup: boolean },
  ctx: MutationContext,
) {
  const group = of.isGroup && (await findGroup(tx, of.lid ?? '', ctx))
  const found = of.isGroup ? [group] : await findContacts(tx, of, ctx)
  for (const contact of found) if (contact) await dueAfter(tx, contact.id, 0, ctx.now)
}

function dueAfter(tx: Tx, contactId: string, ms: number, now: Date) {
  return tx
    .update(contacts)
    .set({ pictureDueAt: new Date(now.getTime() + ms) })
    .where(eq(contacts.id, contactId))
}
