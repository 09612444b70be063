import { pageOf, type Mode } from '../../sync/newest-page.ts'
import { sql, type Query } from '../../sync/query.ts'
import type { MessageDetails } from 'db/messages/details.ts'
import type { PresenceState } from 'db/presences/table.ts'
import type { ViewerState } from 'db/presences/viewers-table.ts'
import type { TicketStatus } from 'db/tickets/table.ts'
import { folded } from '../../lib/folded.ts'
import { digitsOf, foldText, likePattern } from '../../lib/search-text.ts'

export interface TicketRow {
  id: string
  status: TicketStatus
  number: number | null
  unreadMessages: number
  lastMessage: string
  lastMessageFromMe: boolean
  lastMessageAt: Date
  userId: string | null
  userName: string | null
  queueId: string | null
  queueName: string | null
  queueColor: string | null
  contactName: string | null
  contactNumber: string | null
  contactPicture: string | null
  connectionName: string | null
}

export interface NamedTicket extends TicketRow {
  lastMessageType: string | null
}

export interface TicketDetail extends TicketRow {
  contactId: string
  isGroup: boolean
  createdAt: Date
  closedAt: Date | null
  connectionId: string
  connectionStatus: string | null
}

export interface MessageRow {
  id: string
  ticketId: string
  body: string
  fromMe: boolean
  userId: string | null
  userName: string | null
  mediaType: string
  mediaHash: string | null
  mediaMime: string | null
  mediaName: string | null
  mediaSize: number | null
  mediaWidth: number | null
  mediaHeight: number | null
  thumbnailHash: string | null
  mediaError: string | null
  ack: number
  ackError: string | null
  isDeleted: boolean
  isForwarded: boolean
  isViewOnce: boolean
  editedAt: Date | null
  /** Who wrote it in a group. */
  participantId: string | null
  participantName: string | null
  details: MessageDetails | null
  /** Emoji by who reacted: 'me' or a contact's id. */
  reactions: Record<string, string>
  /** The message that it answers, when this device has it. */
  quoted: QuotedMessage | null
  /** WhatsApp's time. */
  sentAt: Date | null
  createdAt: Date
  /** `createdAt` in full: JavaScript's dates end at the millisecond. */
  sortKey: string
}

/** Enough of a message to show it in few words. */
export interface QuotedMessage {
  id: string
  body: string
  fromMe: boolean
  userId: string | null
  userName: string | null
  participantId: string | null
  participantName: string | null
  mediaType: string
  mediaName: string | null
  thumbnailHash: string | null
  details: MessageDetails | null
  isDeleted: boolean
  isViewOnce: boolean
}

export type ListTab = 'mine' | 'open' | 'pending' | 'closed'

export const filters: Record<ListTab, (userId: string) => Query<unknown>> = {
  mine: (userId) => sql`status = 'open' and user_id = ${userId}::uuid`,
  open: () => sql`status = 'open'`,
  pending: () => sql`status = 'pending'`,
  closed: () => sql`status = 'closed'`,
}

/** The contact `c` of ticket `t`, by one look: a plain join on the view reads all contacts. */
export const ticketContact = sql`left join lateral (
  select name, number, picture_hash from contacts where id = t.contact_id limit 1
) c on true`

/** The page is cut before the joins, so that they cost as much as is shown. */
const withNames = (page: Query<unknown>) => sql<NamedTicket>`
  select t.id, t.status, t.number, t.unread_messages, t.last_message, t.last_message_type, t.last_message_from_me, t.last_message_at,
    t.user_id, u.name as user_name, t.queue_id, q.name as queue_name, q.color as queue_color,
    c.name as contact_name, c.number as contact_number, c.picture_hash as contact_picture, k.name as connection_name
  from (${page}) t
  ${ticketContact}
  left join queues q on q.id = t.queue_id left join users u on u.id = t.user_id left join connections k on k.id = t.connection_id
  order by t.last_message_at desc, t.id desc`

/** Two digits are in every number. */
function numberLike(term: string): Query<unknown> {
  const digits = digitsOf(term)
  return digits.length < 3 ? sql`false` : sql`c.number like ${`%${digits}%`}`
}

/** Tickets of a tab by name or number, newest first. */
export function ticketsNamed(tab: ListTab, userId: string, term: string, limit: number): Query<NamedTicket> {
  const name = sql`${folded(sql`c.name`)} like ${likePattern(foldText(term))}`
  return withNames(sql`
    select t.* from tickets t left join contacts c on c.id = t.contact_id
    where ${filters[tab](userId)} and ${term === '' ? sql`true` : sql`(${name} or ${numberLike(term)})`}
    order by t.last_message_at desc, t.id desc limit ${limit}`)
}

export const ticketDetail = (id: string) => sql<TicketDetail>`
  select t.id, t.status, t.number, t.unread_messages, t.last_message, t.last_message_from_me, t.last_message_at,
    t.user_id, u.name as user_name, t.queue_id, q.name as queue_name, q.color as queue_color,
    c.name as contact_name, c.number as contact_number, c.picture_hash as contact_picture,
    k.name as connection_name, k.status as connection_status, t.connection_id, t.contact_id, t.is_group,
    t.created_at, t.closed_at
  from (select * from tickets where id = ${id}::uuid) t
  ${ticketContact}
  left join queues q on q.id = t.queue_id left join users u on u.id = t.user_id left join connections k on k.id = t.connection_id`

/** Oldest message that is shown. */
export interface Floor {
  sortKey: string
  id: string
}

export const pageSize = 40
/** Further up one scrolls through, so more come at once. */
export const olderPageSize = 120

/** In a lateral join, so that it costs as much as the page. */
const nameOf = (contactId: Query<unknown>) => sql`select name from contacts where id = ${contactId} limit 1`

/** What `m` answers, as one value: QuotedMessage. */
const quotedMessage = sql`
  select jsonb_build_object(
    'id', a.id, 'body', left(a.body, 300), 'fromMe', a.from_me, 'userId', a.user_id, 'userName', au.name,
    'participantId', a.participant_id, 'participantName', ap.name, 'mediaType', a.media_type, 'mediaName', a.media_name,
    'thumbnailHash', a.thumbnail_hash, 'details', a.details, 'isDeleted', a.is_deleted, 'isViewOnce', a.is_view_once
  ) as quoted
  from (select * from messages where id = m.quoted_message_id limit 1) a left join users au on au.id = a.user_id
  left join lateral (${nameOf(sql`a.participant_id`)}) ap on true`

/** Messages with what is shown of them; `page` is cut before the joins. */
const withContext = (page: Query<unknown>) => sql<MessageRow>`
  select m.id, m.ticket_id, m.body, m.from_me, m.user_id, u.name as user_name, m.participant_id, p.name as participant_name,
    m.media_type, m.media_hash, m.media_mime, m.media_name, m.media_size, m.media_width, m.media_height, m.thumbnail_hash,
    m.media_error, m.ack, m.ack_error, m.is_deleted, m.is_forwarded, m.is_view_once, m.edited_at, m.details, m.reactions,
    q.quoted, m.sent_at, m.created_at, m.created_at::text as sort_key
  from (${page}) m left join users u on u.id = m.user_id
  left join lateral (${nameOf(sql`m.participant_id`)}) p on true
  left join lateral (${quotedMessage}) q on true
  order by m.created_at, m.id`

/** What of a ticket's messages is read, newest first. */
interface Stretch {
  ticketId: string
  /** The oldest one; null: as far as `limit`. */
  floor?: Floor | null
  /** Not part of it; null: to the newest. */
  ceiling?: Floor | null
  limit: number | null
}

const stretch = ({ ticketId, floor = null, ceiling = null, limit }: Stretch, mode: Mode) =>
  pageOf(
    'messages',
    {
      where: sql`ticket_id = ${ticketId}::uuid and ${from(floor)} and ${before(ceiling)}`,
      orderBy: sql`created_at desc, id desc`,
      limit,
    },
    mode,
  )

/** The newest page; or everything from `floor` on, up to `ceiling`, which is not part of it. Oldest first. */
export const messagesOf = (place: Omit<Stretch, 'limit'>, mode: Mode) =>
  withContext(stretch({ ...place, limit: place.floor ? null : pageSize }, mode))

/** The page that ends before `ceiling`, or the newest; oldest first. */
export const messagesBefore = (place: Pick<Stretch, 'ticketId' | 'ceiling'>, mode: Mode) =>
  withContext(stretch({ ...place, limit: olderPageSize }, mode))

export interface EarlierTicket {
  id: string
  number: number | null
  createdAt: Date
  closedAt: Date | null
}

/** The contact's newest ticket that began before this one; JavaScript's dates end at the millisecond. */
export const ticketBefore = (contactId: string, ticketId: string, createdAt: Date) => sql<EarlierTicket>`
  select id, number, created_at, closed_at from tickets
  where contact_id = ${contactId}::uuid
    and (date_trunc('milliseconds', created_at), id) < (${createdAt.toISOString()}::timestamptz, ${ticketId}::uuid)
  order by date_trunc('milliseconds', created_at) desc, id desc limit 1`

/** The ticket of a contact's message, when this device has it. */
export const placeInTickets = (contactId: string, messageId: string) => sql<{ ticketId: string }>`
  select ticket_id from messages where id = ${messageId}::uuid and contact_id = ${contactId}::uuid limit 1`

export const messageById = (id: string) => withContext(sql`select * from messages where id = ${id}::uuid limit 1`)

const from = (floor: Floor | null) =>
  floor ? sql`(created_at, id) >= (${floor.sortKey}::timestamptz, ${floor.id}::uuid)` : sql`true`

const before = (ceiling: Floor | null) =>
  ceiling ? sql`(created_at, id) < (${ceiling.sortKey}::timestamptz, ${ceiling.id}::uuid)` : sql`true`

/** Where the page before `ceiling` begins; none when there is nothing older. */
export const floorBefore = (ticketId: string, ceiling: Floor, mode: Mode) => sql<Floor>`
  select created_at::text as sort_key, id from (${stretch({ ticketId, ceiling, limit: olderPageSize }, mode)}) older
  order by created_at, id limit 1`

/** Where each page before `ceiling` begins, newest first, down to the one that has `messageId`; none when the ticket has no such message. */
export const floorsBackTo = (ticketId: string, ceiling: Floor, messageId: string) => sql<Floor>`
  with wanted as (
    select created_at, id from messages where ticket_id = ${ticketId}::uuid and id = ${messageId}::uuid limit 1
  ), older as (
    select created_at, id, row_number() over (order by created_at desc, id desc) as n
    from messages where ticket_id = ${ticketId}::uuid and ${before(ceiling)}
  ), target as (
    select count(*) as n, (select max(n) from older) as last from older o, wanted w
    where (o.created_at, o.id) >= (w.created_at, w.id) having count(*) > 0
  )
  select older.created_at::text as sort_key, older.id from older, target
  where older.n < target.n + ${olderPageSize} and (older.n % ${olderPageSize} = 0 or older.n = target.last)
  order by older.n`

export const allConnections = sql<{ id: string; name: string }>`select id, name from connections order by name`

/** Who may be given a ticket of a queue: those who work on it, and admins. Without a queue only admins see it. */
export const usersOfQueue = (queueId: string | null) => sql<{ id: string; name: string }>`
  select u.id, u.name from users u
  where u.profile = 'admin'
    or exists (select from user_queues w where w.user_id = u.id and w.queue_id = ${queueId}::uuid)
  order by lower(u.name), u.id`

export const allQueues = sql<{ id: string; name: string; color: string }>`
  select id, name, color from queues order by order_queue, name`

/** Who reacted. */
export const contactNames = (ids: readonly string[]) => sql<{
  id: string
  contactName: string
  contactNumber: string | null
  contactPicture: string | null
}>`
  select id, name as contact_name, number as contact_number, picture_hash as contact_picture from contacts where id = any(${ids}::uuid[])`

/** While a customer writes. */
export const presenceOf = (ticketId: string) => sql<{ state: PresenceState; until: Date }>`
  select state, until from presences where id = ${ticketId}::uuid`

export interface QuickMessageRow {
  id: string
  shortcode: string
  message: string
  mediaHash: string | null
  mediaName: string | null
  mediaMime: string | null
  mediaSize: number | null
}

/** One's own and everybody's by shortcode or text; those whose shortcode begins so come first. */
export function quickMessagesLike(term: string, limit: number): Query<QuickMessageRow> {
  const anywhere = likePattern(foldText(term))
  const shortcode = folded(sql`shortcode`)
  return sql`
    select id, shortcode, message, media_hash, media_name, media_mime, media_size from quick_messages
    where ${shortcode} like ${anywhere} or ${folded(sql`message`)} like ${anywhere}
    order by ${shortcode} like ${anywhere.slice(1)} desc, lower(shortcode), id limit ${limit}`
}

export const companyTimeZone = sql<{ timeZone: string }>`select time_zone from companies limit 1`

export interface ViewerRow {
  id: string
  name: string
  state: ViewerState
  until: Date
}

/** Colleagues who have the ticket before them. */
export const viewersOf = (ticketId: string, me: string) => sql<ViewerRow>`
  select w.id, u.name, w.state, w.until from ticket_viewers w join users u on u.id = w.user_id
  where w.ticket_id = ${ticketId}::uuid and w.user_id <> ${me}::uuid order by w.state, u.name, w.id`

/** Of attendants and contacts, by id. */
export const peopleNames = (ids: readonly string[]) => sql<{ id: string; name: string }>`
  select id, name from users where id = any(${ids}::uuid[])
  union all select id, name from contacts where id = any(${ids}::uuid[])`

export interface TicketTag {
  id: string
  name: string
  color: string
}

/** Those that the company has, to choose from. */
export const allTags = sql<TicketTag>`select id, name, color from tags order by lower(name), id`
