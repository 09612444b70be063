// Reads of what a desk keeps ready, where the specification shows more than the row: tags with how many tickets have them, file lists
// with their options. Invariant: what is counted or joined is in the actor's scope, as the row is.
import { fileListOptions } from 'db/file-lists/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import type { Database } from 'db/node/connect.ts'
import { syncedTags, syncedTicketTags, tags, ticketTags } from 'db/tags/table.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'

type Row = Record<string, unknown>

export async function withTicketCounts(db: Database, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const counts = await db.orm
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
