import * as v from 'valibot'
import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { idArg, limitArg, placeArg } from '../kit/sql/query-args.ts'
import { columnsOf, integer, json, namesIn, nullable, text } from '../kit/sql/row-type.ts'
import { isAmong, sql, type SqlText } from '../kit/sql/sql-text.ts'
import type { MessageDetails } from './details.ts'
import { floorBeforeText, floorsBackToText, newestOf, placeRow, type Floor } from './pages.ts'
import { ack, messages, syncedMessages } from './table.ts'

const own = columnsOf(
  messages,
  'id',
  'ticketId',
  'body',
  'fromMe',
  'userId',
  'participantId',
  'quotedMessageId',
  'mediaType',
  'mediaHash',
  'mediaMime',
  'mediaName',
  'mediaSize',
  'mediaWidth',
  'mediaHeight',
  'thumbnailHash',
  'mediaError',
  'ack',
  'ackError',
  'isDeleted',
  'isForwarded',
  'campaignId',
  'isViewOnce',
  'editedAt',
  'details',
  'reactions',
  'sentAt',
  'createdAt',
)

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

/** A message as conversations show it; those of the team's chats are rows of the same kind. */
export const messageRow = {
  ...own,
  userName: nullable(text),
  participantName: nullable(text),
  /** The message that it answers, when it is in scope. */
  quoted: nullable(json<QuotedMessage>()),
  /** `createdAt` in full: JavaScript's dates end at the millisecond. */
  sortKey: text,
}

/** Where a message stands on its page. Texts of instants in one time zone, which is a device's and a session's, are in the order of their times. */
export const inConversation = {
  place: ({ sortKey }: { sortKey: string }) => sortKey,
  first: 'least' as const,
  other: ({ quotedMessageId }: { quotedMessageId: string | null }) => quotedMessageId,
}

/** In a lateral join, so that it costs as much as the page. */
const contactName = (contactId: SqlText) => sql`select name from contacts where id = ${contactId} limit 1`

/** What `m` answers, as one value: QuotedMessage. */
const quotedMessage = sql`
  select jsonb_build_object(
    'id', a.id, 'body', left(a.body, 300), 'fromMe', a.from_me, 'userId', a.user_id, 'userName', au.name,
    'participantId', a.participant_id, 'participantName', ap.name, 'mediaType', a.media_type, 'mediaName', a.media_name,
    'thumbnailHash', a.thumbnail_hash, 'details', a.details, 'isDeleted', a.is_deleted, 'isViewOnce', a.is_view_once
  ) as quoted
  from (select * from messages where id = m.quoted_message_id limit 1) a left join users au on au.id = a.user_id
  left join lateral (${contactName(sql`a.participant_id`)}) ap on true`

/** Messages with what is shown of them; `page` is cut before the joins. */
const withContext = (page: SqlText) => sql`
  select ${namesIn(own, 'm')}, u.name as user_name, p.name as participant_name, q.quoted, m.created_at::text as sort_key
  from (${page}) m left join users u on u.id = m.user_id
  left join lateral (${contactName(sql`m.participant_id`)}) p on true
  left join lateral (${quotedMessage}) q on true
  order by m.created_at, m.id`

/** `only`: those of its messages. */
const ofTicket = (ticketId: string, only: readonly string[] | null = null) => ({
  synced: syncedMessages,
  of: sql`ticket_id = ${ticketId}::uuid and ${isAmong(sql`id`, only)}`,
})

export const messagesOf = defineQuery({
  name: 'message.ofTicket',
  summary:
    "A ticket's messages from `floor` on, up to `ceiling`, which is not part of it; of them the newest; oldest first",
  args: {
    ticketId: idArg,
    /** Null: as far as `limit`. */
    floor: v.nullable(placeArg),
    /** Null: to the newest. */
    ceiling: v.nullable(placeArg),
    /** Null: all. */
    limit: v.nullable(limitArg),
  },
  row: messageRow,
  page: { table: syncedMessages, limit: ({ limit }) => limit, ...inConversation },
  sql: ({ ticketId, floor, ceiling, limit }, side, only) =>
    withContext(newestOf(ofTicket(ticketId, only), { floor, ceiling, limit }, side)),
  example: (id) => ({ ticketId: id('ticket'), floor: null, ceiling: null, limit: 40 }),
})

export type MessageRow = RowOf<typeof messagesOf>

export const messageById = defineQuery({
  name: 'message.one',
  summary: 'One message',
  args: { id: idArg },
  row: messageRow,
  sql: ({ id }) => withContext(sql`select * from messages where id = ${id}::uuid limit 1`),
  example: (id) => ({ id: id('message') }),
})

export const placeInTickets = defineQuery({
  name: 'message.place',
  summary: "The ticket of a contact's message, when it is in scope",
  args: { contactId: idArg, messageId: idArg },
  row: columnsOf(messages, 'ticketId'),
  sql: ({ contactId, messageId }) => sql`
    select ticket_id from messages where id = ${messageId}::uuid and contact_id = ${contactId}::uuid limit 1`,
  example: (id) => ({ contactId: id('contact'), messageId: id('message') }),
})

export const floorBefore = defineQuery({
  name: 'message.floorBefore',
  summary: 'Where the page before `ceiling` begins; none when there is nothing older',
  args: { ticketId: idArg, ceiling: placeArg, pageSize: limitArg },
  row: placeRow,
  sql: ({ ticketId, ceiling, pageSize }, side) => floorBeforeText(ofTicket(ticketId), ceiling, pageSize, side),
  example: (id) => ({ ticketId: id('ticket'), ceiling: farAhead(id('message')), pageSize: 120 }),
})

export const floorsBackTo = defineQuery({
  name: 'message.floorsBackTo',
  summary:
    'Where each page before `ceiling` begins, newest first, down to the one that has a message; none when the ticket has no such message',
  args: { ticketId: idArg, ceiling: placeArg, messageId: idArg, pageSize: limitArg },
  row: placeRow,
  sql: ({ ticketId, ceiling, messageId, pageSize }) =>
    floorsBackToText(ofTicket(ticketId), ceiling, messageId, pageSize),
  example: (id) => ({
    ticketId: id('ticket'),
    ceiling: farAhead(id('message')),
    messageId: id('message'),
    pageSize: 120,
  }),
})

/** For the guide of the demo. `what` is a condition on messages. */
const anySince = (name: string, summary: string, what: SqlText) =>
  defineQuery({
    name,
    summary,
    args: { since: v.pipe(v.string(), v.isoTimestamp()) },
    row: { count: integer },
    sql: ({ since }) => sql`
      select count(*)::int as count from (
        select id from messages where ${what} and created_at > ${since}::timestamptz limit 1
      ) m`,
    example: () => ({ since: '2026-01-01T00:00:00Z' }),
  })

export const receivedSince = anySince(
  'message.receivedSince',
  'Whether a customer wrote since: 1 or 0',
  sql`not from_me`,
)

/** One that a person wrote and WhatsApp took. */
export const answeredSince = anySince(
  'message.answeredSince',
  'Whether somebody wrote to a customer since: 1 or 0',
  sql`from_me and user_id is not null and ack >= ${ack.sent}`,
)

const farAhead = (id: string): Floor => ({ sortKey: '2999-01-01T00:00:00Z', id })
