// Contacts as people write them. What WhatsApp says of them comes by find-contact.ts; a name that is given here stays.
import { and, eq, inArray, ne } from 'drizzle-orm'
import * as v from 'valibot'
import { idArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { messages } from '../messages/table.ts'
import { ticketNotes } from '../tickets/notes-table.ts'
import { schedules } from '../schedules/table.ts'
import { ticketTags } from '../tags/table.ts'
import { tickets } from '../tickets/table.ts'
import { givenColumns, written } from './columns.ts'
import { assertSeesConversations, noteNumberChange, tellNumberChange } from '../tickets/changed-number.ts'
import { givenNumber, isOtherAccount, isUnchecked, numberChange } from './given-number.ts'
import { mergeContacts } from './merge-contacts.ts'
import { sameNumberVariants } from './number-variants.ts'
import type { WhatsAppNumber } from './numbers.ts'
import { contacts, groupParticipants, syncedContacts } from './table.ts'
import { takeNumber } from './take-number.ts'

const { create, update, remove } = crud({
  noun: 'contact',
  synced: syncedContacts,
  columns: givenColumns,
  defaults: { email: '', extraInfo: [] },
  unique: [],
  can: (actor) => hasPermission(actor, 'tickets:work'),
  notFound: 'ERR_NO_CONTACT_FOUND',
  path: '/contacts',
  title: 'contact',
  initial: () => ({ isGroup: false }),
  async settle(tx, ctx, { id, next, before }) {
    const fields = written(next, before)
    // One of whom only the LID is known has none.
    const known: string | null = before?.number ?? null
    if (before && next.number === known) return fields
    const number = await takeNumber(tx, ctx, next.number, known)
    if (number !== known) await assertNumberFree(tx, ctx, id, number)
    return { ...fields, number }
  },
})

export const createContact = defineMutation({
  ...create,
  async run(tx, args, ctx) {
    await create.run(tx, args, ctx)
    ctx.effects.checkNumber({ id: args.id, companyId: ctx.actor.companyId })
  },
})

/** Another number is another account: what WhatsApp told of the old one is forgotten, and the new one is checked before it is written to. */
export const updateContact = defineMutation({
  ...update,
  async run(tx, args, ctx) {
    const before = await mustFind(tx, ctx, syncedContacts, args.id, 'ERR_NO_CONTACT_FOUND')
    await update.run(tx, args, ctx)
    const after = await mustFind(tx, ctx, syncedContacts, args.id, 'ERR_NO_CONTACT_FOUND')
    if (after.number === before.number) {
      if (isUnchecked(after)) ctx.effects.checkNumber(after)
      return
    }
    if (before.isGroup) throw new AppError('ERR_VALIDATION', { fields: { number: ['Of a group'] } })
    await assertSeesConversations(tx, ctx, args.id)
    const change = numberChange(before, after)
    await tx
      .update(contacts)
      .set({ ...change, ...(ctx.side === 'server' && givenNumber(before, after, ctx.now)) })
      .where(eq(contacts.id, args.id))
    await noteNumberChange(tx, ctx, before, { from: before.number, to: after.number })
    if (isUnchecked({ ...after, ...change })) ctx.effects.checkNumber(after)
  },
})

/** With all that was said, and what was to be said: its schedules, its tickets, their messages, notes and tags. What they wrote in groups stays, without their name. */
export const deleteContact = defineMutation({
  ...remove,
  can: (actor) => hasPermission(actor, 'contacts-page:deleteContact'),
  async run(tx, { id }, ctx) {
    await mustFind(tx, ctx, syncedContacts, id, 'ERR_NO_CONTACT_FOUND')
    await tx.delete(schedules).where(eq(schedules.contactId, id))
    const own = tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.contactId, id))
    await tx.delete(ticketTags).where(inArray(ticketTags.ticketId, own))
    await tx.delete(ticketNotes).where(eq(ticketNotes.contactId, id))
    await tx.delete(messages).where(eq(messages.contactId, id))
    await tx.delete(tickets).where(eq(tickets.contactId, id))
    await tx.update(messages).set({ participantId: null, updatedAt: ctx.now }).where(eq(messages.participantId, id))
    await tx
      .update(tickets)
      .set({ lastMessageParticipantId: null, updatedAt: ctx.now })
      .where(eq(tickets.lastMessageParticipantId, id))
    await tx.delete(groupParticipants).where(eq(groupParticipants.groupId, id))
    await tx.delete(contacts).where(eq(contacts.id, id))
  },
})

/** Another contact of the same person: all that it has becomes this one's, and it goes. */
export const mergeContact = defineMutation({
  name: 'contact.merge',
  refusal: 'alone',
  args: v.strictObject({ id: idArg, otherId: idArg }),
  can: (actor) => hasPermission(actor, 'contacts-page:deleteContact'),
  async run(tx, { id, otherId }, ctx) {
    if (id === otherId) throw new AppError('ERR_VALIDATION', { fields: { otherId: ['The same contact'] } })
    const find = (which: string) => mustFind(tx, ctx, syncedContacts, which, 'ERR_NO_CONTACT_FOUND')
    // In one order: two people may merge the same pair the other way round.
    const found = [await find(id < otherId ? id : otherId), await find(id < otherId ? otherId : id)]
    const [kept, gone] = id < otherId ? found : found.toReversed()
    if (!kept || !gone) throw new AppError('ERR_NO_CONTACT_FOUND')
    if (kept.isGroup || gone.isGroup) throw new AppError('ERR_VALIDATION', { fields: { otherId: ['A group'] } })
    if (ctx.side === 'server') {
      // Whose conversations go to another number by it.
      if (isOtherAccount(gone, kept)) await tellNumberChange(tx, ctx, gone, { from: gone.number, to: kept.number })
      await mergeContacts(tx, kept, gone, ctx)
      return
    }
    // What a device can show before the server has joined their open tickets.
    const moved = { contactId: id, updatedAt: ctx.now }
    await tx.update(schedules).set(moved).where(eq(schedules.contactId, otherId))
    await tx.update(tickets).set(moved).where(eq(tickets.contactId, otherId))
    await tx.delete(contacts).where(eq(contacts.id, otherId))
  },
  rest: { method: 'post', path: '/contacts/:id/merge', summary: 'Merge another contact into this one' },
})

/** In all its spellings it is one number. @throws AppError ERR_DUPLICATED_CONTACT with whose it is. */
async function assertNumberFree(tx: Tx, { actor }: MutationContext, id: string, number: WhatsAppNumber) {
  const [other] = await tx
    .select({ id: contacts.id, name: contacts.name })
    .from(contacts)
    .where(and(syncedContacts.scope(actor), inArray(contacts.number, sameNumberVariants(number)), ne(contacts.id, id)))
    .limit(1)
  if (other) throw new AppError('ERR_DUPLICATED_CONTACT', { field: 'number', contactId: other.id, name: other.name })
}
