// GET routes. Tickets, messages and connections join what the specification shows with them; the other tables are read as they are.
import { and, eq, getTableColumns, ilike, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { contactImports, contacts, syncedContactImports, syncedContacts } from 'db/contacts/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/columns.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { AppError, type ErrorCode } from 'db/kit/errors.ts'
import type { Database } from 'db/node/connect.ts'
import { fileLists, syncedFileLists } from 'db/file-lists/table.ts'
import { helps, syncedHelps } from 'db/helps/table.ts'
import { queues, syncedQueues } from 'db/queues/table.ts'
import { quickMessages, syncedQuickMessages } from 'db/quick-messages/table.ts'
import { schedules, syncedSchedules } from 'db/schedules/table.ts'
import { syncedTags, tags } from 'db/tags/table.ts'
import { syncedUsers, users } from 'db/users/table.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { connectionQuery, listConnections, readConnection } from '../reads/connections.ts'
import {
  isOfContactLike,
  kanbanTags,
  listQueueOptions,
  queueOptionQuery,
  withContact,
  withOptions,
  withPath,
  withQueues,
  withTicketCounts,
} from '../reads/management.ts'
import { listMessages, messageQuery } from '../reads/messages.ts'
import { listTickets, readTicket, ticketQuery } from '../reads/tickets.ts'
import type { Authenticated, Services } from './context.ts'
import { containing, endOfPage, pageOf, pageQuery } from './page.ts'
import type { RouteDoc } from './route-doc.ts'

interface PlainRead {
  path: string
  synced: SyncedTable
  /** Ordered by, and searched in. */
  name: PgColumn
  search: readonly PgColumn[]
  /** And beside the table. */
  searchBeside?: (pattern: string) => SQL
  notFound: ErrorCode
  /** Key of the rows in the list's answer; null answers the bare array. */
  envelope: string | null
  /** Also all of them as a bare array, at /list. */
  list?: true
  /** Adds to the rows what is shown with them. */
  shown?: (db: Database, actor: Actor, rows: readonly Record<string, unknown>[]) => Promise<Record<string, unknown>[]>
}

const plainReads: readonly PlainRead[] = [
  {
    path: '/contacts',
    synced: syncedContacts,
    name: contacts.name,
    notFound: 'ERR_NO_CONTACT_FOUND',
    search: [contacts.name, contacts.number],
    envelope: 'contacts',
    list: true,
  },
  {
    path: '/contact-imports',
    synced: syncedContactImports,
    name: contactImports.createdAt,
    notFound: 'ERR_NOT_FOUND',
    search: [],
    envelope: null,
  },
  {
    path: '/users',
    synced: syncedUsers,
    name: users.name,
    notFound: 'ERR_NO_USER_FOUND',
    search: [users.name, users.email],
    envelope: 'users',
    list: true,
    shown: withQueues,
  },
  {
    path: '/queue',
    synced: syncedQueues,
    name: queues.name,
    notFound: 'ERR_NO_QUEUE_FOUND',
    search: [queues.name],
    envelope: null,
    shown: withPath,
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
  },
  {
    path: '/quick-messages',
    synced: syncedQuickMessages,
    name: quickMessages.shortcode,
    notFound: 'ERR_NOT_FOUND',
    search: [quickMessages.shortcode, quickMessages.message],
    envelope: 'records',
    list: true,
  },
  {
    path: '/schedules',
    synced: syncedSchedules,
    name: schedules.sendAt,
    notFound: 'ERR_NOT_FOUND',
    search: [schedules.body],
    searchBeside: (pattern) => isOfContactLike(schedules.contactId, pattern),
    envelope: 'schedules',
    shown: withContact,
  },
  {
    path: '/files',
    synced: syncedFileLists,
    name: fileLists.name,
    notFound: 'ERR_NOT_FOUND',
    search: [fileLists.name],
    envelope: 'files',
    shown: withOptions,
  },
  {
    path: '/helps',
    synced: syncedHelps,
    name: helps.title,
    notFound: 'ERR_NOT_FOUND',
    search: [helps.title],
    envelope: null,
    list: true,
  },
]

/** More than anybody has of what is kept by hand. */
const most = 1000

const plainQuery = v.object({ ...pageQuery, searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))) })

export function readRoutes({ db }: Services) {
  const app = new Hono<Authenticated>()
  const docs: RouteDoc[] = []
  const get = (path: string, summary: string, read: ReadHandler, query?: RouteDoc['query']) => {
    docs.push({ method: 'get', path, summary, status: 200, ...(query && { query }) })
    app.get(path, async (c) => c.json(await read(c.get('actor'), c.req.param(), c.req.query())))
  }
  get('/tickets', 'Tickets of own queues', (actor, _, query) => listTickets(db, actor, query), ticketQuery)
  get('/tickets/:id', 'One ticket', (actor, { id = '' }) => readTicket(db, actor, id))
  get('/tickets/u/:uuid', 'One ticket', (actor, { uuid = '' }) => readTicket(db, actor, uuid))
  const ofTicket: ReadHandler = (actor, { ticketId = '' }, query) => listMessages(db, actor, ticketId, query)
  get('/messages/:ticketId', 'Messages of a ticket', ofTicket, messageQuery)
  get('/whatsapp', 'WhatsApp connections', (actor, _, query) => listConnections(db, actor, query), connectionQuery)
  get('/whatsapp/:id', 'One connection; its QR for who may link it', (actor, { id = '' }) =>
    readConnection(db, actor, id),
  )
  get('/tags/kanban', 'Tags that are lanes of the board', (actor) => kanbanTags(db, actor))
  const optionsOf: ReadHandler = (actor, _, query) => listQueueOptions(db, actor, query)
  get('/queue-options', "A level of a queue's chatbot", optionsOf, queueOptionQuery)
  for (const read of plainReads) {
    const all = { ...read, envelope: null }
    if (read.list) get(`${read.path}/list`, `All ${read.synced.name}`, (actor) => listRows(db, all, actor, {}))
    get(read.path, `List of ${read.synced.name}`, (actor, _, query) => listRows(db, read, actor, query), plainQuery)
    get(`${read.path}/:id`, `One of ${read.synced.name}`, (actor, { id = '' }) => readRow(db, read, actor, id))
  }
  return { app, docs }
}

type ReadHandler = (
  actor: Actor,
  params: Record<string, string | undefined>,
  query: Record<string, string>,
) => Promise<object>

/** The columns that leave the server; the specification's `uuid` beside `id`. */
function selection({ synced }: PlainRead) {
  const visible = new Set(synced.columns)
  const columns = Object.entries(getTableColumns<PgTable>(synced.table)).filter(([, column]) =>
    visible.has(column.name),
  )
  return { ...Object.fromEntries(columns), uuid: synced.table.id } as Record<string, PgColumn>
}

async function listRows(db: Database, read: PlainRead, actor: Actor, input: unknown) {
  const query = parseArgs(plainQuery, input)
  const { searchParam } = query
  const page = pageOf(query, { key: read.name, id: read.synced.table.id, direction: 'asc' })
  const search = searchParam ? isFound(read, containing(searchParam)) : undefined
  const rows = await db.orm
    .select(selection(read))
    .from(read.synced.table)
    .where(and(read.synced.scope(actor), search, read.envelope === null ? undefined : page.after))
    .orderBy(...page.orderBy)
    .limit(read.envelope === null ? most : page.limit)
    .offset(read.envelope === null ? 0 : page.offset)
  const shown = read.shown ?? (async (_db, _actor, all) => [...all])
  if (read.envelope === null) return shown(db, actor, rows)
  const key = keyOf(read)
  const position = ({ [key]: at }: Record<string, unknown>) => (at instanceof Date ? at : String(at))
  const { records, ...rest } = endOfPage(rows, (row) => [position(row), String(row['id'])])
  return { [read.envelope]: await shown(db, actor, records), ...rest }
}

const isFound = ({ search, searchBeside }: PlainRead, pattern: string) =>
  or(...search.map((column) => ilike(column, pattern)), searchBeside?.(pattern))

async function readRow(db: Database, read: PlainRead, actor: Actor, id: string) {
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
