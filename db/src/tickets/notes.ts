import { and, eq, inArray, isNull } from 'drizzle-orm'
import { v5 } from 'uuid'
import * as v from 'valibot'
import { idArg } from '../kit/args.ts'
import { defineMutation, isGone, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { noteMentions } from '../mentions/table.ts'
import { mentionedIn } from '../mentions/text.ts'
import { users } from '../users/table.ts'
import { mustFindTicket } from './find-ticket.ts'
import { syncedTicketNotes, ticketNotes } from './notes-table.ts'

export const noteText = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(4096))

/** Its text names colleagues as `@[id]`; whoever of them may see the ticket is told. */
export const createTicketNote = defineMutation({
  name: 'ticketNote.create',
  args: v.strictObject({ id: idArg, ticketId: idArg, note: noteText }),
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'tickets:work'),
  async run(tx, { id, ticketId, note }, ctx) {
    const { actor, now, side } = ctx
    const { contactId, queueId, archived } = await mustFindTicket(tx, ctx, ticketId)
    const { companyId } = actor
    const userId = actor.kind === 'user' ? actor.userId : null
    const row = { id, companyId, ticketId, userId, queueId, archived, createdAt: now, updatedAt: now }
    await tx.insert(ticketNotes).values({ ...row, contactId, note })
    // Those of others are nothing to this device.
    if (side === 'server') await addMentions(tx, ctx, { ...row, note })
  },
  rest: {
    method: 'post',
    path: '/ticket-notes',
    summary: 'Add a note to a ticket; `@[id]` in it mentions a colleague',
  },
})

type Note = Omit<typeof ticketNotes.$inferSelect, 'contactId'>

/** Who is gone meanwhile, or never was of the company, is nobody. Who may not see the ticket has the row, and sees it when they may. */
async function addMentions(tx: Tx, { effects }: MutationContext, { id: noteId, note, userId: author, ...row }: Note) {
  const ids = mentionedIn(note).filter((id) => id !== author)
  if (ids.length === 0) return
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, row.companyId), inArray(users.id, ids)))
  if (known.length === 0) return
  await tx
    .insert(noteMentions)
    .values(known.map(({ id: userId }) => ({ ...row, id: mentionId(noteId, userId), noteId, userId, seenAt: null })))
  effects.tellMentioned(noteId)
}

const mentionId = (noteId: string, userId: string) => v5(userId, noteId)

/** Whoever it mentions has seen it. Of a note that is gone, or that mentions somebody else, there is nothing to be noted. */
export const seeTicketNote = defineMutation({
  name: 'ticketNote.see',
  refusal: 'alone',
  quiet: true,
  args: v.strictObject({ id: idArg }),
  can: (actor) => actor.kind === 'user',
  async run(tx, { id }, { actor, now }) {
    if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION')
    const own = eq(noteMentions.id, mentionId(id, actor.userId))
    await tx
      .update(noteMentions)
      .set({ seenAt: now, updatedAt: now })
      .where(and(own, isNull(noteMentions.seenAt)))
  },
})

/** Its author may, and admins. */
export const deleteTicketNote = defineMutation({
  name: 'ticketNote.delete',
  refusal: 'alone',
  isMoot: isGone,
  args: v.strictObject({ id: idArg }),
  can: (actor) => hasPermission(actor, 'tickets:work'),
  async run(tx, { id }, ctx) {
    const note = await mustFind(tx, ctx, syncedTicketNotes, id, 'ERR_NOT_FOUND')
    const { actor } = ctx
    const isOwn = actor.kind === 'user' && note.userId === actor.userId
    if (!isOwn && !hasPermission(actor, 'tickets-manager:showall')) throw new AppError('ERR_NO_PERMISSION')
    await tx.delete(ticketNotes).where(eq(ticketNotes.id, id))
  },
  rest: { method: 'delete', path: '/ticket-notes/:id', summary: 'Delete a note' },
})
