// Tables that REST reads as they are, with what the specification shows beside their rows: a list, one, and where it says so all at once.
// Invariant: only rows in the actor's scope, only columns that leave the server.
import { and, asc, eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { contactImports, contacts, syncedContactImports, syncedContacts } from 'db/contacts/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/columns.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { AppError, type ErrorCode } from 'db/kit/errors.ts'
import { hasText } from 'db/kit/search-text.ts'
import type { Database } from 'db/node/connect.ts'
import { fileLists, syncedFileLists } from 'db/file-lists/table.ts'
import { helps, syncedHelps } from 'db/helps/table.ts'
import { queues, syncedQueues } from 'db/queues/table.ts'
import { quickMessages, syncedQuickMessages } from 'db/quick-messages/table.ts'
import { schedules, syncedSchedules } from 'db/schedules/table.ts'
import { syncedTags, tags } from 'db/tags/table.ts'
import { syncedUsers, users } from 'db/users/table.ts'
import * as v from 'valibot'
import { rowAnswer, type AnswerSchema } from '../http/answer-schema.ts'
import { endOfPage, pageOf, pageQuery } from '../http/page.ts'
import { contactAnswer, hasNumber, withContactFacts } from './contacts.ts'
import {
  fileListAnswer,
  isOfContactLike,
  queueAnswer,
  quickMessageAnswer,
  scheduleAnswer,
  tagAnswer,
  withContact,
  withMedia,
  withOptions,
  withSchedules,
  withTicketCounts,
} from './management.ts'
import { userAnswer, withQueuesAndCompany } from './users.ts'

export interface PlainRead {
  path: string
  synced: SyncedTable
  /** Ordered by, and then by id; before them `first`, in lists that have no pages. */
  name: PgColumn
  first?: PgColumn
  search: readonly PgColumn[]
  /** And beside the table, or otherwise than as a text. */
  searchBeside?: (typed: string) => SQL | undefined
  notFound: ErrorCode
  /** Key of the rows in the list's answer; null answers the bare array. */
  envelope: string | null
  /** Also all of them as a bare array, at /list. */
  list?: true
  /** Adds to the rows what is shown with them. */
  shown?: (db: Database, actor: Actor, rows: readonly Record<string, unknown>[]) => Promise<Record<string, unknown>[]>
  /** A row as it is shown. */
  answer: AnswerSchema
}

export const plainReads: readonly PlainRead[] = [
  {
    path: '/contacts',
    synced: syncedContacts,
    name: contacts.name,
    notFound: 'ERR_NO_CONTACT_FOUND',
    search: [contacts.name],
    searchBeside: hasNumber,
    envelope: 'contacts',
    list: true,
    shown: withContactFacts,
    answer: contactAnswer,
  },
  {
    path: '/contact-imports',
    synced: syncedContactImports,
    name: contactImports.createdAt,
    notFound: 'ERR_NOT_FOUND',
    search: [],
    envelope: null,
    answer: rowAnswer(syncedContactImports),
  },
  {
    path: '/users',
    synced: syncedUsers,
    name: users.name,
    notFound: 'ERR_NO_USER_FOUND',
    search: [users.name, users.email],
    envelope: 'users',
    list: true,
    shown: withQueuesAndCompany,
    answer: userAnswer,
  },
  {
    path: '/queue',
    synced: syncedQueues,
    name: queues.name,
    first: queues.orderQueue,
    notFound: 'ERR_NO_QUEUE_FOUND',
    search: [queues.name],
    envelope: null,
    shown: withSchedules,
    answer: queueAnswer,
  },
  {
    path: '/tags',
    synced: syncedTags,
    name: tags.name,
    notFound: 'ERR_NO_TAG_FOUND',
    search: [tags.name],
    envelope: 'tags',
    list: true,
    shown: withTicketCounts,
    answer: tagAnswer,
  },
  {
    path: '/quick-messages',
    synced: syncedQuickMessages,
    name: quickMessages.shortcode,
    notFound: 'ERR_NOT_FOUND',
    search: [quickMessages.shortcode, quickMessages.message],
    envelope: 'records',
    list: true,
    shown: withMedia,
    answer: quickMessageAnswer,
  },
  {
    path: '/schedules',
    synced: syncedSchedules,
    name: schedules.sendAt,
    notFound: 'ERR_NOT_FOUND',
    search: [schedules.body],
    searchBeside: (typed) => isOfContactLike(schedules.contactId, typed),
    envelope: 'schedules',
    shown: withContact,
    answer: scheduleAnswer,
  },
  {
    path: '/files',
    synced: syncedFileLists,
    name: fileLists.name,
    notFound: 'ERR_NOT_FOUND',
    search: [fileLists.name],
    envelope: 'files',
    shown: withOptions,
    answer: fileListAnswer,
  },
  {
    path: '/helps',
    synced: syncedHelps,
    name: helps.title,
    notFound: 'ERR_NOT_FOUND',
    search: [helps.title],
    envelope: null,
    list: true,
    answer: rowAnswer(syncedHelps),
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
  const page = pageOf(query, { key: read.name, id: read.synced.table.id, direction: 'asc' })
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
  const key = keyOf(read)
  const position = ({ [key]: at }: Record<string, unknown>) => (at instanceof Date ? at : String(at))
  const { records, ...rest } = endOfPage(rows, (row) => [position(row), String(row['id'])])
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
  return (await read.shown?.(db, actor, [row]))?.[0] ?? row
}

/** Of the column that orders the list, in its rows. */
function keyOf({ synced, name }: PlainRead): string {
  const found = Object.entries(getTableColumns<PgTable>(synced.table)).find(([, column]) => column === name)
  return found?.[0] ?? 'id'
}
