// GET /ticket-notes/list: what attendants told each other of a ticket, or of a contact in all its tickets, newest first. Of own queues, also
// in tickets that are archived. Whom a note mentions stands in it by the name that they have now.
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { isAnyOf } from 'db/kit/sql/is-any-of.ts'
import { mentionedIn, withNames } from 'db/mentions/text.ts'
import type { Database } from 'db/node/connect.ts'
import { ticketNotes } from 'db/tickets/notes-table.ts'
import { readableScope } from 'db/tickets/table.ts'
import { syncedUsers, users } from 'db/users/table.ts'
import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { columnEntries, uuid } from '../http/openapi/answer-schema.ts'

/** One of them at least. */
export const noteQuery = v.object({ ticketId: v.optional(idArg), contactId: v.optional(idArg) })

const { companyId: _company, queueId: _queue, archived: _archived, ...columns } = getTableColumns(ticketNotes)

const person = v.object({ id: uuid, name: v.string() })
export const noteAnswer = v.object({
  ...columnEntries(ticketNotes, (_, key) => key in columns),
  uuid,
  user: v.nullable(person),
  /** Colleagues who are mentioned in it and are still there. */
  mentions: v.array(person),
})

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

async function read(db: Database, actor: Actor, which: SQL | undefined) {
  const rows = await db.orm
    .select({ note: columns, user: { id: users.id, name: users.name } })
    .from(ticketNotes)
    .leftJoin(users, eq(users.id, ticketNotes.userId))
    .where(and(readableScope(ticketNotes, actor), which))
    .orderBy(desc(ticketNotes.createdAt), desc(ticketNotes.id))
    .limit(most)
  const people = await namesOf(
    db,
    actor,
    rows.flatMap(({ note }) => mentionedIn(note.note)),
  )
  return rows.map(({ note, user }) => ({
    ...note,
    note: withNames(note.note, (id) => people.get(id)?.name ?? '…'),
    uuid: note.id,
    user,
    mentions: mentionedIn(note.note).flatMap((id) => people.get(id) ?? []),
  }))
}

async function namesOf({ orm }: Database, actor: Actor, ids: string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string }>()
  const rows = await orm
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(syncedUsers.scope(actor), isAnyOf(users.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}
