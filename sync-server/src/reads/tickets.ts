// GET /tickets, /tickets/:id, /tickets/u/:uuid in the specification's shape; always within the actor's scope, archived ones included.
import { alias } from 'drizzle-orm/pg-core'
import { and, asc, desc, eq, gt, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { assertPlanHas } from 'db/companies/features.ts'
import { localInstant } from 'db/companies/local-instant.ts'
import { companies } from 'db/companies/table.ts'
import { connections } from 'db/connections/table.ts'
import { contacts } from 'db/contacts/table.ts'
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { isAnyOf } from 'db/kit/sql/is-any-of.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { Database } from 'db/node/connect.ts'
import { queues } from 'db/queues/table.ts'
import { readableScope, syncedTickets, tickets, ticketStatuses } from 'db/tickets/table.ts'
import { tags, ticketTags } from 'db/tags/table.ts'
import { users } from 'db/users/table.ts'
import * as v from 'valibot'
import { columnEntries, uuid } from '../http/openapi/answer-schema.ts'
import { endOfPage, pageOf, pageQuery } from '../http/page.ts'
import { contactOfTicket, shownContact } from './contacts.ts'
import { ticketsFound } from './search-tickets.ts'

/** Query parameters carry lists as JSON text, as the specification's client sends them; nothing chosen is no filter. */
const idList = v.pipe(
  v.string(),
  v.parseJson(),
  v.nullable(v.pipe(v.array(idArg), v.maxLength(100))),
  v.transform((ids) => (ids === null || ids.length === 0 ? undefined : ids)),
)
const day = v.pipe(v.string(), v.isoDate())

export const ticketQuery = v.object({
  ...pageQuery,
  searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))),
  status: v.optional(v.picklist(ticketStatuses)),
  showAll: v.optional(v.picklist(['true', 'false'])),
  queueIds: v.optional(idList),
  users: v.optional(idList),
  /** With any of them. */
  tags: v.optional(idList),
  /** One contact's, by when they began. */
  contactId: v.optional(idArg),
  /** Those that are no longer on devices, by their last message. */
  archived: v.optional(v.picklist(['true', 'false'])),
  withUnreadMessages: v.optional(v.picklist(['true', 'false'])),
  /** Days by the company's clock: created on, and changed since. */
  date: v.optional(day),
  updatedAt: v.optional(day),
})

const named = (entries: v.ObjectEntries = {}) => v.nullable(v.object({ id: uuid, name: v.string(), ...entries }))
const hidden = [
  'companyId',
  'connectionId',
  'botOptionId',
  'botMenus',
  'botMenuAt',
  'outOfHoursAt',
  'botOwesGreeting',
  'responder',
  'leftResponder',
]

export const ticketAnswer = v.object({
  ...columnEntries(tickets, (_, key) => !hidden.includes(key)),
  uuid,
  whatsappId: uuid,
  whatsapp: v.object({ id: uuid, name: v.string() }),
  contact: contactOfTicket,
  queue: named({ color: v.string() }),
  user: named(),
  tags: v.array(v.object({ id: uuid, name: v.string(), color: v.string(), kanban: v.picklist([0, 1]) })),
})

const attendant = alias(users, 'attendant')

const select = (db: Database) =>
  db.orm
    .select({ ticket: tickets, contact: contacts, queue: queues, connection: connections, user: attendant })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .innerJoin(connections, eq(connections.id, tickets.connectionId))
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .leftJoin(attendant, eq(attendant.id, tickets.userId))

type Row = Awaited<ReturnType<typeof select>>[number]

type Tags = Awaited<ReturnType<typeof tagsOf>>

function toTicket({ ticket, contact, queue, connection, user }: Row, tagsByTicket: Tags) {
  const { connectionId } = ticket
  return {
    ...shown(ticket),
    uuid: ticket.id,
    whatsappId: connectionId,
    whatsapp: { id: connection.id, name: connection.name },
    contact: {
      id: contact.id,
      name: contact.name,
      number: contact.number,
      email: contact.email,
      isGroup: contact.isGroup,
      pictureHash: contact.pictureHash,
      ...shownContact(contact),
    },
    queue: queue && { id: queue.id, name: queue.name, color: queue.color },
    user: user && { id: user.id, name: user.name },
    tags: (tagsByTicket.get(ticket.id) ?? []).map(({ tag }) => ({ ...tag, kanban: tag.kanban ? 1 : 0 })),
  }
}

/** The tags of each ticket, by ticket id, in the order of their names. The caller has checked that the reader may see the tickets. */
async function tagsOf({ orm }: Database, ticketIds: string[]) {
  const { id, name, color, kanban } = tags
  const rows = await orm
    .select({ ticketId: ticketTags.ticketId, tag: { id, name, color, kanban } })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .where(isAnyOf(ticketTags.ticketId, ticketIds))
    .orderBy(sql`lower(${tags.name})`, asc(tags.id))
  return Map.groupBy(rows, ({ ticketId }) => ticketId)
}

/** What the bot keeps in the row, and the company, are nobody's business. */
function shown({ companyId: _company, connectionId: _connection, ...ticket }: Row['ticket']) {
  const { botOptionId: _option, botMenus: _menus, botMenuAt: _menuAt, outOfHoursAt: _hours, ...others } = ticket
  const { botOwesGreeting: _greeting, responder: _responder, leftResponder: _left, ...rest } = others
  return rest
}

export async function listTickets(db: Database, actor: Actor, input: unknown) {
  const query = parseArgs(ticketQuery, input)
  const key = orderOf(query)
  const page = pageOf(query, { key: tickets[key], id: tickets.id, direction: 'desc' })
  const list = and(readableScope(tickets, actor), ...filters(query, actor, await clockOf(db, actor, query)), page.after)
  const typed = query.searchParam?.trim()
  const found = typed ? await ticketsFound(db, { actor, list, page }, typed) : undefined
  const rows = await select(db)
    .where(and(list, found))
    .orderBy(...page.orderBy)
    .limit(page.limit)
    .offset(page.offset)
  const { records, ...rest } = endOfPage(page, rows, ({ ticket }) => [ticket[key], ticket.id])
  const tagged = await tagsOf(
    db,
    records.map(({ ticket }) => ticket.id),
  )
  return { tickets: records.map((row) => toTicket(row, tagged)), count: records.length, ...rest }
}

export const boardQuery = v.object({ queueIds: v.optional(idList) })
export const boardAnswer = v.object({ tickets: v.array(ticketAnswer) })

/** As many as a screen can be asked to hold. */
const boardLimit = 2000

/** GET /ticket/kanban: what is at work in own queues, newest first, with its tags. */
export async function listBoard(db: Database, actor: Actor, input: unknown) {
  await assertPlanHas(db.orm, { actor, side: 'server' }, 'useKanban')
  const { queueIds } = parseArgs(boardQuery, input)
  const rows = await select(db)
    .where(
      and(
        syncedTickets.scope(actor),
        inArray(tickets.status, ['open', 'pending']),
        queueIds && inArray(tickets.queueId, queueIds),
      ),
    )
    .orderBy(desc(tickets.lastMessageAt), desc(tickets.id))
    .limit(boardLimit)
  const tagged = await tagsOf(
    db,
    rows.map(({ ticket }) => ticket.id),
  )
  return { tickets: rows.map((row) => toTicket(row, tagged)) }
}

/** A contact's by when they began; archived ones as lists of devices have theirs, since all of them changed when they were archived. */
function orderOf({ contactId, archived }: v.InferOutput<typeof ticketQuery>) {
  if (contactId !== undefined) return 'createdAt'
  return archived === 'true' ? 'lastMessageAt' : 'updatedAt'
}

/** @throws AppError ERR_NO_TICKET_FOUND also when it is another company's; ERR_NO_PERMISSION when it is a colleague's. */
export async function readTicket(db: Database, actor: Actor, id: string) {
  const isIt = eq(tickets.id, parseArgs(idArg, id))
  const [row] = await select(db).where(and(readableScope(tickets, actor), isIt))
  if (row) return toTicket(row, await tagsOf(db, [row.ticket.id]))
  const ofColleague = await db.orm.$count(tickets, and(eq(tickets.companyId, actor.companyId), isIt))
  throw new AppError(ofColleague > 0 ? 'ERR_NO_PERMISSION' : 'ERR_NO_TICKET_FOUND')
}

const tagged = (tagIds: string[]) => sql`(select ticket_id from ticket_tags where ${inArray(ticketTags.tagId, tagIds)})`

type TicketQuery = v.InferOutput<typeof ticketQuery>

/** The company's time zone, where days are asked for. */
async function clockOf({ orm }: Database, { companyId }: Actor, { date, updatedAt }: TicketQuery) {
  if (date === undefined && updatedAt === undefined) return 'UTC'
  const [company] = await orm
    .select({ timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.id, companyId))
  return company?.timeZone ?? 'UTC'
}

function filters(query: TicketQuery, actor: Actor, timeZone: string): (SQL | undefined)[] {
  const start = (text: string) => localInstant(text, '00:00', timeZone)
  const mine = actor.kind === 'user' && query.showAll !== 'true' && query.status === 'open'
  return [
    query.status && eq(tickets.status, query.status),
    mine ? eq(tickets.userId, actor.userId) : undefined,
    query.queueIds && inArray(tickets.queueId, query.queueIds),
    query.tags && sql`${tickets.id} in ${tagged(query.tags)}`,
    query.users && hasPermission(actor, 'tickets-manager:showall') ? inArray(tickets.userId, query.users) : undefined,
    query.contactId && eq(tickets.contactId, query.contactId),
    query.archived && eq(tickets.archived, query.archived === 'true'),
    query.withUnreadMessages === 'true' ? gt(tickets.unreadMessages, 0) : undefined,
    query.date && and(gte(tickets.createdAt, start(query.date)), lt(tickets.createdAt, start(dayAfter(query.date)))),
    query.updatedAt && gte(tickets.updatedAt, start(query.updatedAt)),
  ].map((condition) => condition || undefined)
}

const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
