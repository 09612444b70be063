// Reads of what a desk keeps ready, where the specification shows more than the row: tags with how many tickets have them, file lists with
// their options, schedules with their contact, queues with their opening hours, a level of a queue's chatbot with what is below it.
// Invariant: what is counted or joined is in the actor's scope, as the row is.
import { contacts } from 'db/contacts/table.ts'
import { fileListOptions, syncedFileLists } from 'db/file-lists/table.ts'
import { syncedAnnouncements } from 'db/announcements/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { isAnyOf } from 'db/kit/sql/is-any-of.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { Database } from 'db/node/connect.ts'
import { queueOptions, queues, syncedQueueOptions, syncedQueues } from 'db/queues/table.ts'
import { syncedPrompts } from 'db/prompts/table.ts'
import { quickMessages, syncedQuickMessages } from 'db/quick-messages/table.ts'
import { syncedSchedules } from 'db/schedules/table.ts'
import { syncedTagCounts, syncedTags, syncedTicketTags, tagCounts, tags, ticketTags } from 'db/tags/table.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { columnEntries, mediaPath, nullableText, nullableUuid, rowAnswer, uuid } from '../http/openapi/answer-schema.ts'
import { daySchedules, schedulesOf } from '../http/day-schedules.ts'
import { hasName } from './contacts.ts'

type Row = Record<string, unknown>

export const tagAnswer = rowAnswer(syncedTags, {
  kanban: v.picklist([0, 1]),
  /** Nobody's: tags are the company's. */
  userId: v.null(),
  ticketsCount: v.number(),
})

/** All of the company's for those who may know, archived ones too; for others those that they have on their devices. */
export async function withTicketCounts(db: Database, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const counts = hasPermission(actor, 'tags-page:countAll')
    ? await db.orm
        .select({ tagId: tagCounts.id, count: tagCounts.tickets })
        .from(tagCounts)
        .where(and(syncedTagCounts.scope(actor), isAnyOf(tagCounts.id, idsOf(rows))))
    : await db.orm
        .select({ tagId: ticketTags.tagId, count: sql<number>`count(*)::int` })
        .from(ticketTags)
        .where(and(syncedTicketTags.scope(actor), isAnyOf(ticketTags.tagId, idsOf(rows))))
        .groupBy(ticketTags.tagId)
  const byTag = new Map(counts.map(({ tagId, count }) => [tagId, count]))
  return rows.map((row) => ({
    ...row,
    kanban: row['kanban'] === true ? 1 : 0,
    userId: null,
    ticketsCount: byTag.get(String(row['id'])) ?? 0,
  }))
}

/** Lanes of the board, by name. */
export async function kanbanTags(db: Database, actor: Actor) {
  const rows = await db.orm
    .select({ ...visibleTag, uuid: tags.id })
    .from(tags)
    .where(and(syncedTags.scope(actor), eq(tags.kanban, true)))
    .orderBy(asc(tags.name), asc(tags.id))
  return withTicketCounts(db, actor, rows)
}

const { id, companyId, name, color, kanban, createdAt, updatedAt } = tags
const visibleTag = { id, companyId, name, color, kanban, createdAt, updatedAt }

const optionColumns = columnEntries(fileListOptions, (_, key) => !['companyId', 'fileListId', 'position'].includes(key))
export const fileListAnswer = rowAnswer(syncedFileLists, {
  options: v.array(v.object({ ...optionColumns, path: mediaPath, mediaType: nullableText })),
})

export async function withOptions(db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const options = await db.orm
    .select()
    .from(fileListOptions)
    .where(isAnyOf(fileListOptions.fileListId, idsOf(rows)))
    .orderBy(asc(fileListOptions.position), asc(fileListOptions.id))
  const byList = Map.groupBy(options, ({ fileListId }) => fileListId)
  return rows.map((row) => ({ ...row, options: (byList.get(String(row['id'])) ?? []).map(shownOption) }))
}

function shownOption({ companyId: _companyId, fileListId: _list, position: _position, ...option }: OptionRow) {
  return { ...option, path: pathOf(option).mediaPath, mediaType: option.mediaMime }
}

type OptionRow = typeof fileListOptions.$inferSelect

export const pathOf = ({ mediaHash }: { mediaHash?: unknown }) => ({
  mediaPath: mediaHash ? `/api/media/${String(mediaHash)}` : null,
})

export const queueAnswer = rowAnswer(syncedQueues, { mediaPath, schedules: daySchedules })

export const withSchedules = async (_db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> =>
  rows.map((row) => {
    const { hours } = row as unknown as typeof queues.$inferSelect
    return { ...row, ...pathOf(row), schedules: schedulesOf(hours) }
  })

export const queueOptionQuery = v.object({
  queueId: idArg,
  /** -1: those at the top of the tree. */
  parentId: v.optional(v.union([v.literal('-1'), idArg]), '-1'),
})

const optionRow = columnEntries(queueOptions, ({ name: column }) => column !== 'company_id')
/** What is below it is of the same form; JSON Schema says that by reference, which nothing here needs. */
export const queueOptionAnswer = v.object({ ...optionRow, uuid, mediaPath, children: v.array(v.unknown()) })

type OptionNode = Omit<typeof queueOptions.$inferSelect, 'companyId'> & {
  uuid: string
  mediaPath: string | null
  children: OptionNode[]
}

/** The options of one level of a queue's tree, in its order, each with those below it. */
export async function listQueueOptions(db: Database, actor: Actor, input: unknown) {
  const { queueId, parentId } = parseArgs(queueOptionQuery, input)
  return below(await treeOf(db, actor, queueId), parentId === '-1' ? null : parentId)
}

export async function readQueueOption(db: Database, actor: Actor, input: string) {
  const isIt = and(syncedQueueOptions.scope(actor), eq(queueOptions.id, parseArgs(idArg, input)))
  const [option] = await db.orm.select().from(queueOptions).where(isIt)
  const siblings = option && below(await treeOf(db, actor, option.queueId), option.parentId)
  const found = siblings?.find((each) => each.id === option?.id)
  if (!found) throw new AppError('ERR_NOT_FOUND')
  return found
}

type Tree = ReadonlyMap<string | null, (typeof queueOptions.$inferSelect)[]>

async function treeOf(db: Database, actor: Actor, queueId: string): Promise<Tree> {
  const rows = await db.orm
    .select()
    .from(queueOptions)
    .where(and(syncedQueueOptions.scope(actor), eq(queueOptions.queueId, queueId)))
    .orderBy(asc(queueOptions.option), asc(queueOptions.id))
  return Map.groupBy(rows, ({ parentId }) => parentId)
}

const below = (tree: Tree, parentId: string | null): OptionNode[] =>
  (tree.get(parentId) ?? []).map(({ companyId: _of, ...row }) => ({
    ...row,
    uuid: row.id,
    mediaPath: pathOf(row).mediaPath,
    children: below(tree, row.id),
  }))

/** `status`: they are all in use. */
export const quickMessageAnswer = rowAnswer(syncedQuickMessages, {
  mediaPath,
  isMedia: v.boolean(),
  status: v.boolean(),
})

/** Without a session, below /public. */
export const announcementAnswer = rowAnswer(syncedAnnouncements, { mediaPath: nullableText })

export const withPublicMedia = async (_db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> =>
  rows.map((row) => ({ ...row, mediaPath: row['mediaHash'] ?? null }))

export const withMedia = async (_db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> =>
  rows.map((row) => {
    const { mediaHash } = row as unknown as typeof quickMessages.$inferSelect
    return { ...row, ...pathOf(row), isMedia: mediaHash !== null, status: true }
  })

const scheduledContact = v.nullable(v.object({ id: uuid, name: v.string(), number: nullableText }))
const { connectionId: _connectionId, ...ofSchedule } = rowAnswer(syncedSchedules).entries
export const scheduleAnswer = v.object({
  ...ofSchedule,
  mediaPath,
  contact: scheduledContact,
  userId: nullableUuid,
  /** The connection that was chosen for it; null: the one of the contact's last conversation, else the default. */
  whatsappId: nullableUuid,
})

/** Schedules with whom they are for. */
export async function withContact(db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map((row) => String(row['contactId']))
  const found = await db.orm
    .select({ id: contacts.id, name: contacts.name, number: contacts.number })
    .from(contacts)
    .where(isAnyOf(contacts.id, ids))
  const byId = new Map(found.map((contact) => [contact.id, contact]))
  return rows.map(({ connectionId, ...row }) => {
    const contact = byId.get(String(row['contactId'])) ?? null
    return { ...row, ...pathOf(row), contact, whatsappId: connectionId }
  })
}

export const isOfContactLike = (contactId: PgColumn, typed: string) =>
  sql`exists (select from ${contacts} where ${contacts.id} = ${contactId} and ${hasName(typed)})`

const idsOf = (rows: readonly Row[]) => rows.map((row) => String(row['id']))

/** Its keys are told to nobody; `apiKeyHint` and `voiceKeyHint` say that they are there. */
export const promptAnswer = rowAnswer(syncedPrompts, { queue: v.nullable(v.object({ id: uuid, name: v.string() })) })

export async function withQueue(db: Database, _actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.flatMap(({ queueId }) => (typeof queueId === 'string' ? [queueId] : []))
  const found = await db.orm.select({ id: queues.id, name: queues.name }).from(queues).where(isAnyOf(queues.id, ids))
  return rows.map((row) => ({ ...row, queue: found.find((queue) => queue.id === row['queueId']) ?? null }))
}
