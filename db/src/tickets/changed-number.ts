// A contact's number becomes another: every conversation with them goes to another phone from then on. Server only.
// Invariants: nobody does it to a conversation that they don't see, but admins; it is noted in the audit log, and told in the conversations.
import { and, desc, eq, ne } from 'drizzle-orm'
import { recordAudit } from '../audit/record.ts'
import { seesAllQueues } from '../kit/actor.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { recordEvents } from './events.ts'
import { readableScope, tickets } from './table.ts'
import type { Contact } from '../contacts/table.ts'

/** A device has no tickets but those that its person sees: what it shows is up to the server's answer. @throws AppError ERR_NUMBER_IN_USE */
export async function assertSeesConversations(tx: Tx, { actor, side }: MutationContext, contactId: string) {
  if (side === 'client' || seesAllQueues(actor)) return
  const inUse = and(
    eq(tickets.companyId, actor.companyId),
    eq(tickets.contactId, contactId),
    ne(tickets.status, 'closed'),
  )
  const all = await tx.$count(tickets, inUse)
  if ((await tx.$count(tickets, and(inUse, readableScope(tickets, actor)))) < all)
    throw new AppError('ERR_NUMBER_IN_USE')
}

type Numbers = Record<'from' | 'to', string | null>

/** The numbers stand in the conversations alone: the audit log outlives whom it is about. */
export async function noteNumberChange(tx: Tx, ctx: MutationContext, contact: Pick<Contact, 'id'>, numbers: Numbers) {
  if (ctx.side === 'client') return
  const { actor } = ctx
  const by = actor.kind === 'user' ? { id: actor.userId, name: actor.name } : null
  const subject = { id: contact.id, name: '' }
  await recordAudit(tx, { companyId: actor.companyId, by, action: 'contact.numberChanged', subject }, ctx.now)
  await tellNumberChange(tx, ctx, contact, numbers)
}

/** In the contact's conversations that are not closed, else in the last one. */
export async function tellNumberChange(
  tx: Tx,
  ctx: MutationContext,
  { id }: Pick<Contact, 'id'>,
  { from, to }: Numbers,
) {
  const own = eq(tickets.contactId, id)
  const open = await tx
    .select()
    .from(tickets)
    .where(and(own, ne(tickets.status, 'closed')))
  const told =
    open.length > 0 ? open : await tx.select().from(tickets).where(own).orderBy(desc(tickets.lastMessageAt)).limit(1)
  await recordEvents(tx, ctx, told, { kind: 'numberChanged', fromNumber: from, toNumber: to })
}
