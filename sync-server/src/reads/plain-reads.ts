// Tables that REST reads as they are, with what the specification shows beside their rows: a list, one, and where it says so all at once.
// Invariant: only rows in the actor's scope, only columns that leave the server.
import { and, asc, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { contactImports, syncedContactImports } from 'db/contacts/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import type { RestList } from 'db/kit/define-resource.ts'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasText } from 'db/kit/sql/search-text.ts'
import type { Database } from 'db/node/connect.ts'
import { resources, type ResourceNoun } from 'db/resources.ts'
import { schedules } from 'db/schedules/table.ts'
import * as v from 'valibot'
import { rowAnswer, type AnswerSchema } from '../http/openapi/answer-schema.ts'
import { endOfPage, pageOf, pageQuery } from '../http/page.ts'
import { campaignAnswer, withPeople, withPlaces } from './campaigns.ts'
import { contactAnswer, hasNumber, withContactFacts } from './contacts.ts'
import {
  announcementAnswer,
  fileListAnswer,
  isOfContactLike,
  queueAnswer,
  quickMessageAnswer,
  scheduleAnswer,
  tagAnswer,
  promptAnswer,
  withContact,
  withQueue,
  withMedia,
  withOptions,
  withPublicMedia,
  withSchedules,
  withTicketCounts,
} from './management.ts'
import { userAnswer, withQueuesAndCompany } from './users.ts'

/** What is shown of a resource beside its rows. */
interface Shown {
  /** Found beside the table's texts. */
  searchBeside?: (typed: string) => SQL | undefined
  /** Adds to the rows what is shown with them. */
  shown?: (db: Database, actor: Actor, rows: readonly Record<string, unknown>[]) => Promise<Record<string, unknown>[]>
  /** Adds to a shown row what only one that is asked for alone has. */
  alone?: (db: Database, row: Record<string, unknown>) => Promise<Record<string, unknown>>
  /** A row as it is shown. */
  answer: AnswerSchema
}

export interface PlainRead extends RestList, Shown {
  synced: SyncedTable
}

const shownWith: Partial<Record<ResourceNoun, Shown>> = {
  contact: { searchBeside: hasNumber, shown: withContactFacts, answer: contactAnswer },
  user: { shown: withQueuesAndCompany, answer: userAnswer },
  queue: { shown: withSchedules, answer: queueAnswer },
  tag: { shown: withTicketCounts, answer: tagAnswer },
  quickMessage: { shown: withMedia, answer: quickMessageAnswer },
  schedule: {
    searchBeside: (typed) => isOfContactLike(schedules.contactId, typed),
    shown: withContact,
    answer: scheduleAnswer,
  },
  announcement: { shown: withPublicMedia, answer: announcementAnswer },
  prompt: { shown: withQueue, answer: promptAnswer },
  fileList: { shown: withOptions, answer: fileListAnswer },
  campaign: { shown: withPlaces, alone: withPeople, answer: campaignAnswer },
}

export const plainReads: readonly PlainRead[] = [
  ...resources.flatMap(({ noun, synced, list }) =>
    list ? [{ synced, ...list, ...(shownWith[noun] ?? { answer: rowAnswer(synced) }) }] : [],
  ),
  {
    path: '/contact-imports',
    synced: syncedContactImports,
    orderBy: contactImports.createdAt,
    notFound: 'ERR_NOT_FOUND',
    search: [],
    envelope: null,
    answer: rowAnswer(syncedContactImports),
  },
]

/** More than anybody has of what is kept by hand. */
const most = 1000

export const plainQuery = v.object({ ...pageQuery, searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))) })

/** The columns that leave the server; the specification's `uuid` beside `id`. */
function selection({ synced }: PlainRead) {
  const visible = new Set(synced.columns)
  const columns = Object.entries(getTableColumns<PgTable>(synced.table)).filter(([, column]) =>
    visible.has(column.name),
  )
  return { ...Object.fromEntries(columns), uuid: synced.table.id } as Record<string, PgColumn>
}

export async function listRows(db: Database, read: PlainRead, actor: Actor, input: unknown) {
  const query = parseArgs(plainQuery, input)
  const typed = query.searchParam?.trim()
  const page = pageOf(query, { key: read.orderBy, id: read.synced.table.id, direction: 'asc' })
  const isPaged = read.envelope !== null
  const rows = await db.orm
    .select(selection(read))
    .from(read.synced.table)
    .where(and(read.synced.scope(actor), typed ? isFound(read, typed) : undefined, isPaged ? page.after : undefined))
    .orderBy(...(read.first && !isPaged ? [asc(read.first)] : []), ...page.orderBy)
    .limit(isPaged ? page.limit : most)
    .offset(isPaged ? page.offset : 0)
  const shown = read.shown ?? (async (_db, _actor, all) => [...all])
  if (read.envelope === null) return shown(db, actor, rows)
  const key = orderColumn(read)
  const position = ({ [key]: at }: Record<string, unknown>) => (at instanceof Date ? at : String(at))
  const { records, ...rest } = endOfPage(page, rows, (row) => [position(row), String(row['id'])])
  return { [read.envelope]: await shown(db, actor, records), ...rest }
}

const isFound = ({ search, searchBeside }: PlainRead, typed: string) =>
  or(...search.map((column) => hasText(sql`fold_text(${column})`, typed)), searchBeside?.(typed))

export async function readRow(db: Database, read: PlainRead, actor: Actor, id: string) {
  const [row] = await db.orm
    .select(selection(read))
    .from(read.synced.table)
    .where(and(read.synced.scope(actor), eq(read.synced.table.id, parseArgs(idArg, id))))
  if (!row) throw new AppError(read.notFound)
  const shown = (await read.shown?.(db, actor, [row]))?.[0] ?? row
  return read.alone ? read.alone(db, shown) : shown
}

/** The column that orders the list, by its name in a row. */
function orderColumn({ synced, orderBy }: PlainRead): string {
  const found = Object.entries(getTableColumns<PgTable>(synced.table)).find(([, column]) => column === orderBy)
  return found?.[0] ?? 'id'
}
