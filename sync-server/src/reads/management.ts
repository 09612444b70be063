// Reads of what a desk keeps ready, where the specification shows more than the row: tags with how many tickets have them, file lists
// with their options, users with their queues, schedules with their contact, a level of a queue's chatbot. Invariant: what is counted or joined is in the actor's scope, as the row is.
import { contacts } from 'db/contacts/table.ts'
import { fileListOptions } from 'db/file-lists/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/columns.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { Database } from 'db/node/connect.ts'
import { queueOptions, queues, syncedQueueOptions, userQueues } from 'db/queues/table.ts'
import { syncedTagCounts, syncedTags, syncedTicketTags, tagCounts, tags, ticketTags } from 'db/tags/table.ts'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'

type Row = Record<string, unknown>

/** All of the company's for those who may know, archived ones too; for others those that they have on their devices. */
export async function withTicketCounts(db: Database, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const counts = hasPermission(actor, 'tags-page:countAll')
    ? await db.orm
        .select({ tagId: tagCounts.id, count: tagCounts.tickets })
        .from(tagCounts)
        .where(and(syncedTagCounts.scope(actor), inArray(tagCounts.id, idsOf(rows))))
    : await db.orm
        .select({ tagId: ticketTags.tagId, count: sql<number>`count(*)::int` })
        .from(ticketTags)
        .where(and(syncedTicketTags.scope(actor), inArray(ticketTags.tagId, idsOf(rows))))
        .groupBy(ticketTags.tagId)
  const byTag = new Map(counts.map(({ tagId, count }) => [tagId, count]))
  return rows.map((row) => ({ ...row, ticketsCount: byTag.get(String(row['id'])) ?? 0 }))
}

export async function withOptions(db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const options = await db.orm
    .select()
    .from(fileListOptions)
    .where(inArray(fileListOptions.fileListId, idsOf(rows)))
    .orderBy(asc(fileListOptions.position), asc(fileListOptions.id))
  const byList = Map.groupBy(options, ({ fileListId }) => fileListId)
  return rows.map((row) => ({ ...row, options: (byList.get(String(row['id'])) ?? []).map(shownOption) }))
}

function shownOption({ companyId: _companyId, fileListId: _list, position: _position, ...option }: OptionRow) {
  const { mediaHash, mediaMime } = option
  return { ...option, path: mediaHash && `/api/media/${mediaHash}`, mediaType: mediaMime }
}

type OptionRow = typeof fileListOptions.$inferSelect

export async function withQueues(db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const all = await db.orm
    .select({ userId: userQueues.userId, id: queues.id, name: queues.name, color: queues.color })
    .from(userQueues)
    .innerJoin(queues, eq(queues.id, userQueues.queueId))
    .where(inArray(userQueues.userId, idsOf(rows)))
    .orderBy(asc(queues.orderQueue), asc(queues.id))
  const byUser = Map.groupBy(all, ({ userId }) => userId)
  return rows.map((row) => ({
    ...row,
    ...asSpecified(row),
    queues: (byUser.get(String(row['id'])) ?? []).map(shownQueue),
  }))
}

const shownQueue = ({ userId: _of, ...queue }: { userId: string; id: string; name: string; color: string }) => queue

const asSpecified = ({ connectionId, allTicket }: Row) => ({
  whatsappId: connectionId,
  allTicket: allTicket === true ? 'enable' : 'disable',
})

export const queueOptionQuery = v.object({
  queueId: idArg,
  /** -1: those at the top of the tree. */
  parentId: v.optional(v.union([v.literal('-1'), idArg]), '-1'),
})

/** Of one level of a queue's tree, in its order. */
export async function listQueueOptions(db: Database, actor: Actor, input: unknown) {
  const { queueId, parentId } = parseArgs(queueOptionQuery, input)
  const below = parentId === '-1' ? isNull(queueOptions.parentId) : eq(queueOptions.parentId, parentId)
  const rows = await db.orm
    .select()
    .from(queueOptions)
    .where(and(syncedQueueOptions.scope(actor), eq(queueOptions.queueId, queueId), below))
    .orderBy(asc(queueOptions.option), asc(queueOptions.id))
  return rows.map(({ companyId: _of, ...row }) => ({ ...row, ...pathOf(row) }))
}

export const withPath = async (_db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> =>
  rows.map((row) => ({ ...row, ...pathOf(row) }))

const pathOf = ({ mediaHash }: Row) => ({ mediaPath: mediaHash ? `/api/media/${String(mediaHash)}` : null })

/** Schedules with whom they are for. */
export async function withContact(db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const { id, name, number } = contacts
  const ids = rows.map((row) => String(row['contactId']))
  const found = await db.orm.select({ id, name, number }).from(contacts).where(inArray(id, ids))
  const byId = new Map(found.map((contact) => [contact.id, contact]))
  return rows.map((row) => ({ ...row, ...pathOf(row), contact: byId.get(String(row['contactId'])) ?? null }))
}

export const isOfContactLike = (contactId: PgColumn, pattern: string) =>
  sql`exists (select from ${contacts} where ${contacts.id} = ${contactId} and ${contacts.name} ilike ${pattern})`

/** Lanes of the board, by name. */
export async function kanbanTags(db: Database, actor: Actor) {
  const rows = await db.orm
    .select()
    .from(tags)
    .where(and(syncedTags.scope(actor), eq(tags.kanban, true)))
    .orderBy(asc(tags.name), asc(tags.id))
  return withTicketCounts(db, actor, rows)
}

const idsOf = (rows: readonly Row[]) => rows.map((row) => String(row['id']))
