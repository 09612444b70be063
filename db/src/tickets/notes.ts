import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { idArg } from '../kit/columns.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { mustFindTicket } from './find-ticket.ts'
import { syncedTicketNotes, ticketNotes } from './notes-table.ts'

export const noteText = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(4096))

export const createTicketNote = defineMutation({
  name: 'ticketNote.create',
  args: v.strictObject({ id: idArg, ticketId: idArg, note: noteText }),
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'tickets:work'),
  async run(tx, { id, ticketId, note }, { actor, now, ...ctx }) {
    const { contactId, queueId, archived } = await mustFindTicket(tx, { actor, now, ...ctx }, ticketId)
    const { companyId } = actor
    const userId = actor.kind === 'user' ? actor.userId : null
    const times = { createdAt: now, updatedAt: now }
    await tx
      .insert(ticketNotes)
      .values({ id, companyId, ticketId, contactId, userId, note, queueId, archived, ...times })
  },
  rest: { method: 'post', path: '/ticket-notes', summary: 'Add a note to a ticket' },
})

/** Its author may, and admins. */
export const deleteTicketNote = defineMutation({
  name: 'ticketNote.delete',
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
