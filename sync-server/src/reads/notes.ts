// GET /ticket-notes/list: what attendants told each other of a ticket, or of a contact in all its tickets, newest first. Of own queues, also
// in tickets that are archived.
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/columns.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import type { Database } from 'db/node/connect.ts'
import { ticketNotes } from 'db/tickets/notes-table.ts'
import { readableScope } from 'db/tickets/table.ts'
import { users } from 'db/users/table.ts'
import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { columnEntries, uuid } from '../http/openapi/answer-schema.ts'

/** One of them at least. */
export const noteQuery = v.object({ ticketId: v.optional(idArg), contactId: v.optional(idArg) })

const { companyId: _company, queueId: _queue, archived: _archived, ...columns } = getTableColumns(ticketNotes)

const author = v.nullable(v.object({ id: uuid, name: v.string() }))
export const noteAnswer = v.object({ ...columnEntries(ticketNotes, (_, key) => key in columns), uuid, user: author })

/** More than any ticket has. */
const most = 1000

export async function listNotes(db: Database, actor: Actor, input: unknown) {
  const { ticketId, contactId } = parseArgs(noteQuery, input)
  if ((ticketId ?? contactId) === undefined)
    throw new AppError('ERR_VALIDATION', { fields: { ticketId: ['Required'] } })
  const ofTicket = ticketId === undefined ? undefined : eq(ticketNotes.ticketId, ticketId)
  const ofContact = contactId === undefined ? undefined : eq(ticketNotes.contactId, contactId)
  return read(db, actor, and(ofTicket, ofContact))
}

export async function readNote(db: Database, actor: Actor, id: string) {
  const [note] = await read(db, actor, eq(ticketNotes.id, parseArgs(idArg, id)))
  if (!note) throw new AppError('ERR_NOT_FOUND')
  return note
}

async function read({ orm }: Database, actor: Actor, which: SQL | undefined) {
  const rows = await orm
    .select({ note: columns, user: { id: users.id, name: users.name } })
    .from(ticketNotes)
    .leftJoin(users, eq(users.id, ticketNotes.userId))
    .where(and(readableScope(ticketNotes, actor), which))
    .orderBy(desc(ticketNotes.createdAt), desc(ticketNotes.id))
    .limit(most)
  return rows.map(({ note, user }) => ({ ...note, uuid: note.id, user }))
}
