import * as v from 'valibot'
import { numberLike } from '../contacts/queries.ts'
import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { idArg, idsArg, limitArg, termArg } from '../kit/sql/query-args.ts'
import { columnsOf, namesIn, nullable, text } from '../kit/sql/row-type.ts'
import { foldText, likePattern } from '../kit/sql/search-text.ts'
import { folded, sql, type SqlText } from '../kit/sql/sql-text.ts'
import { ticketEvents } from './events-table.ts'
import { ticketNotes } from './notes-table.ts'
import { tickets } from './table.ts'

/** 'waiting' is 'pending' in another order: who has waited longest comes first. */
export const listTabs = ['mine', 'open', 'pending', 'waiting', 'closed'] as const
export type ListTab = (typeof listTabs)[number]

/** What stands on a tab of the list, over the columns of tickets. */
export const isOnTab: Readonly<Record<ListTab, (userId: string) => SqlText>> = {
  mine: (userId) => sql`status = 'open' and user_id = ${userId}::uuid`,
  open: () => sql`status = 'open'`,
  pending: () => sql`status = 'pending'`,
  waiting: () => sql`status = 'pending'`,
  closed: () => sql`status = 'closed'`,
}

/** The contact `c` of ticket `t`, by one look: a plain join on a device's view reads all contacts. */
export const ticketContact = sql`left join lateral (
  select name, number, picture_hash from contacts where id = t.contact_id limit 1
) c on true`

/** Who wrote the last message of group ticket `t`, as `w`. */
export const lastAuthor = sql`left join lateral (select name from contacts where id = t.last_message_participant_id limit 1) w on true`

/** What every view of a ticket shows. */
const own = columnsOf(tickets, 'id', 'status', 'number', 'unreadMessages', 'userId', 'queueId', 'isGroup')

/** Of what lists show. */
const listed = {
  ...own,
  ...columnsOf(tickets, 'lastMessage', 'lastMessageFromMe', 'lastMessageAt', 'lastMessageType'),
}

const names = {
  userName: nullable(text),
  queueName: nullable(text),
  queueColor: nullable(text),
  contactName: nullable(text),
  contactNumber: nullable(text),
  contactPicture: nullable(text),
  connectionName: nullable(text),
}

const theirNames = sql`u.name as user_name, q.name as queue_name, q.color as queue_color,
  c.name as contact_name, c.number as contact_number, c.picture_hash as contact_picture, k.name as connection_name`

const theirJoins = sql`${ticketContact}
  left join queues q on q.id = t.queue_id left join users u on u.id = t.user_id left join connections k on k.id = t.connection_id`

/** A ticket with the names of what it names, as lists show it. */
export const namedTicket = {
  ...listed,
  ...names,
  /** Who wrote the last message in a group. */
  lastMessageAuthor: nullable(text),
}

/** Its columns from `page` t, which is cut before the joins, so that they cost as much as is shown. */
export const withNames = (
  page: SqlText,
  more: { columns: SqlText; joins: SqlText; orderBy?: SqlText | undefined } = { columns: sql``, joins: sql`` },
) => sql`
  select ${namesIn(listed, 't')}, ${theirNames}, w.name as last_message_author${more.columns}
  from (${page}) t
  ${more.joins} ${theirJoins}
  ${lastAuthor}
  order by ${more.orderBy ?? sql`t.last_message_at desc, t.id desc`}`

export const ticketsNamed = defineQuery({
  name: 'ticket.named',
  summary: "Tickets of a tab by their contact's name or number, newest first",
  args: { tab: v.picklist(listTabs), userId: idArg, term: termArg, limit: limitArg },
  row: namedTicket,
  sql({ tab, userId, term, limit }) {
    const name = sql`${folded(sql`c.name`)} like ${likePattern(foldText(term))}`
    return withNames(sql`
      select t.* from tickets t left join contacts c on c.id = t.contact_id
      where ${isOnTab[tab](userId)} and ${term === '' ? sql`true` : sql`(${name} or ${numberLike(sql`c.number`, term)})`}
      order by t.last_message_at desc, t.id desc limit ${limit}`)
  },
  example: (id) => ({ tab: 'open' as const, userId: id('user'), term: 'clien', limit: 100 }),
})

export type NamedTicket = RowOf<typeof ticketsNamed>

const detail = { ...own, ...columnsOf(tickets, 'contactId', 'createdAt', 'closedAt', 'connectionId') }

export const ticketDetail = defineQuery({
  name: 'ticket.one',
  summary: 'One ticket with its contact, queue, attendant and connection',
  args: { id: idArg },
  row: { ...detail, ...names, connectionStatus: nullable(text) },
  sql: ({ id }) => sql`
    select ${namesIn(detail, 't')}, ${theirNames}, k.status as connection_status
    from (select * from tickets where id = ${id}::uuid) t ${theirJoins}`,
  example: (id) => ({ id: id('ticket') }),
})

/** What stands around a conversation: nothing that a message changes. */
export type TicketDetail = Omit<RowOf<typeof ticketDetail>, 'unreadMessages'>

export const ticketsLike = defineQuery({
  name: 'ticket.like',
  summary: "Tickets by their contact's name or number, those at work first, newest first",
  args: { term: termArg },
  row: { ...columnsOf(tickets, 'id', 'status'), name: nullable(text), number: nullable(text) },
  sql: ({ term }) => sql`
    select t.id, t.status, c.name, c.number from tickets t join contacts c on c.id = t.contact_id
    where ${folded(sql`c.name`)} like ${likePattern(foldText(term))} or ${numberLike(sql`c.number`, term)}
    order by (t.status = 'closed'), t.last_message_at desc, t.id desc limit 8`,
  example: () => ({ term: 'clien' }),
})

export type FoundTicket = RowOf<typeof ticketsLike>

const earlier = columnsOf(tickets, 'id', 'number', 'createdAt', 'closedAt')

const event = columnsOf(
  ticketEvents,
  'id',
  'ticketId',
  'kind',
  'userId',
  'note',
  'rating',
  'fromNumber',
  'toNumber',
  'createdAt',
)

export const eventsOf = defineQuery({
  name: 'ticketEvent.ofTickets',
  summary: 'What happened to tickets, in its order',
  args: { ticketIds: idsArg },
  row: {
    ...event,
    userName: nullable(text),
    fromQueueName: nullable(text),
    toQueueName: nullable(text),
    toUserName: nullable(text),
  },
  sql: ({ ticketIds }) => sql`
    select ${namesIn(event, 'e')}, u.name as user_name, f.name as from_queue_name, q.name as to_queue_name, r.name as to_user_name
    from ticket_events e left join users u on u.id = e.user_id left join users r on r.id = e.to_user_id
    left join queues f on f.id = e.from_queue_id left join queues q on q.id = e.to_queue_id
    where e.ticket_id = any(${ticketIds}::uuid[]) order by e.created_at, e.id`,
  example: (id) => ({ ticketIds: [id('ticket')] }),
})

export type TicketEventRow = RowOf<typeof eventsOf>

/** JavaScript's dates end at the millisecond. */
export const ticketBefore = defineQuery({
  name: 'ticket.before',
  summary: "A contact's newest ticket that began before another one",
  args: { contactId: idArg, ticketId: idArg, createdAt: v.pipe(v.string(), v.isoTimestamp()) },
  row: earlier,
  sql: ({ contactId, ticketId, createdAt }) => sql`
    select ${namesIn(earlier)} from tickets
    where contact_id = ${contactId}::uuid
      and (date_trunc('milliseconds', created_at), id) < (${createdAt}::timestamptz, ${ticketId}::uuid)
    order by date_trunc('milliseconds', created_at) desc, id desc limit 1`,
  example: (id) => ({ contactId: id('contact'), ticketId: id('ticket'), createdAt: '2999-01-01T00:00:00.000Z' }),
})

export type EarlierTicket = RowOf<typeof ticketBefore>

const other = columnsOf(tickets, 'id', 'number', 'status', 'createdAt')

export const otherTicketsOf = defineQuery({
  name: 'ticket.others',
  summary: "A contact's other tickets, newest first",
  args: { contactId: idArg, ticketId: idArg },
  row: { ...other, queueName: nullable(text), queueColor: nullable(text) },
  sql: ({ contactId, ticketId }) => sql`
    select ${namesIn(other, 't')}, q.name as queue_name, q.color as queue_color
    from tickets t left join queues q on q.id = t.queue_id
    where t.contact_id = ${contactId}::uuid and t.id <> ${ticketId}::uuid order by t.created_at desc, t.id desc limit 50`,
  example: (id) => ({ contactId: id('contact'), ticketId: id('message') }),
})

export const openTicketWith = defineQuery({
  name: 'ticket.openWith',
  summary: 'The ticket that is open between a contact and a connection, if it is in scope',
  args: { contactId: idArg, connectionId: idArg },
  row: {
    ...columnsOf(tickets, 'userId'),
    ticketId: columnsOf(tickets, 'id').id,
    userName: nullable(text),
    queueName: nullable(text),
  },
  sql: ({ contactId, connectionId }) => sql`
    select t.id as ticket_id, t.user_id, u.name as user_name, q.name as queue_name
    from tickets t left join users u on u.id = t.user_id left join queues q on q.id = t.queue_id
    where t.contact_id = ${contactId}::uuid and t.connection_id = ${connectionId}::uuid and t.status <> 'closed' limit 1`,
  example: (id) => ({ contactId: id('contact'), connectionId: id('connection') }),
})

export type OpenTicket = RowOf<typeof openTicketWith>

const note = columnsOf(ticketNotes, 'id', 'note', 'userId', 'ticketId', 'createdAt')

export const notesOf = defineQuery({
  name: 'ticketNote.ofContact',
  summary: "Notes of all of a contact's tickets, newest first",
  args: { contactId: idArg },
  row: { ...note, userName: nullable(text) },
  sql: ({ contactId }) => sql`
    select ${namesIn(note, 'n')}, u.name as user_name
    from ticket_notes n left join users u on u.id = n.user_id
    where n.contact_id = ${contactId}::uuid order by n.created_at desc, n.id desc limit 200`,
  example: (id) => ({ contactId: id('contact') }),
})

export type NoteRow = RowOf<typeof notesOf>
