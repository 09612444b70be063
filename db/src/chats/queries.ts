import * as v from 'valibot'
import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { idArg, limitArg, placeArg, termArg } from '../kit/sql/query-args.ts'
import { bool, columnsOf, instant, integer, namesIn, nullable, text, uuid, uuids } from '../kit/sql/row-type.ts'
import { every, folded, isAmong, matching, sql, type SqlText } from '../kit/sql/sql-text.ts'
import { floorBeforeText, floorsBackToText, newestOf, placeRow, type Floor } from '../messages/pages.ts'
import { inConversation, messageRow } from '../messages/queries.ts'
import { chats, syncedChatMessages } from './table.ts'

const own = columnsOf(
  chats,
  'id',
  'title',
  'ownerId',
  'lastMessage',
  'lastMessageType',
  'lastMessageAt',
  'lastSenderId',
  'updatedAt',
)

/** Chats of which a person is a member, `m` being their row: who has left one, here and not yet at the server, is in it no more. */
const chatsOf = (userId: string) => sql`chats c join chat_members m on m.chat_id = c.id and m.user_id = ${userId}::uuid`

/** What colleagues said since the person looked. */
const unreadIn = (userId: string) =>
  sql`from chat_messages n where n.chat_id = c.id and n.created_at > m.read_until and n.sender_id <> ${userId}::uuid`

const listed = {
  ...own,
  /** As they are called now, or were called. */
  lastSenderName: nullable(text),
  unread: integer,
  /** Something unread calls this person by name. */
  mentioned: bool,
}

const listRow = (userId: string) => sql`
  ${namesIn(own, 'c')}, coalesce(u.name, c.last_sender_name) as last_sender_name,
  (select count(*)::int ${unreadIn(userId)}) as unread,
  exists (select ${unreadIn(userId)} and n.mentions @> jsonb_build_array(${userId}::text)) as mentioned
  from ${chatsOf(userId)} left join users u on u.id = c.last_sender_id`

export const chatWindow = defineQuery({
  name: 'chat.window',
  summary: 'Chats of the team that have a term in their title or among the names of their members, newest first',
  args: { userId: idArg, term: termArg, unread: v.boolean(), limit: limitArg },
  row: listed,
  sql: ({ userId, term, unread, limit }) => sql`
    select ${listRow(userId)}
    where ${every([...(unread ? [hasUnread(userId)] : []), hasTerm(term)])}
    order by c.updated_at desc, c.id limit ${limit}`,
  example: (id) => ({ userId: id('user'), term: 'o', unread: false, limit: 60 }),
})

export type ChatRow = RowOf<typeof chatWindow>

/** Not EXISTS, which Postgres makes a join of: it would read all that was ever said. */
const hasUnread = (userId: string) => sql`(select true ${unreadIn(userId)} limit 1)`

const hasTerm = (term: string) => sql`(${matching(term, sql`c.title`)} or exists (
  select from chat_members o join users w on w.id = o.user_id where o.chat_id = c.id and ${matching(term, sql`w.name`)}))`

export const chatById = defineQuery({
  name: 'chat.one',
  summary: 'One chat of a person, with what of it is unread',
  args: { id: idArg, userId: idArg },
  row: { ...listed, readUntil: instant },
  sql: ({ id, userId }) => sql`
    select one.*, m.read_until from (select ${listRow(userId)} where c.id = ${id}::uuid) one
    join chat_members m on m.chat_id = one.id and m.user_id = ${userId}::uuid`,
  example: (id) => ({ id: id('chat'), userId: id('user') }),
})

export type ChatDetail = RowOf<typeof chatById>

export const chatForm = defineQuery({
  name: 'chat.form',
  summary: 'A chat as its form shows it',
  args: { id: idArg },
  row: { ...columnsOf(chats, 'id', 'title', 'ownerId'), userIds: uuids },
  sql: ({ id }) => sql`
    select c.id, c.title, c.owner_id, array(select user_id from chat_members where chat_id = c.id order by user_id) as user_ids
    from chats c where c.id = ${id}::uuid`,
  example: (id) => ({ id: id('chat') }),
})

export type ChatFormRow = RowOf<typeof chatForm>

export const membersOfChat = defineQuery({
  name: 'chat.members',
  summary: 'Who is in a chat, by name: up to when they have read, and until when they count as writing',
  args: { id: idArg },
  row: { id: uuid, name: text, readUntil: instant, typingUntil: nullable(instant), isOwner: bool },
  sql: ({ id }) => sql`
    select u.id, u.name, m.read_until, m.typing_until, m.user_id = c.owner_id as is_owner
    from chat_members m join chats c on c.id = m.chat_id join users u on u.id = m.user_id
    where m.chat_id = ${id}::uuid order by ${folded(sql`u.name`)}, u.id`,
  example: (id) => ({ id: id('chat') }),
})

export type ChatMemberRow = RowOf<typeof membersOfChat>

export const unreadChats = defineQuery({
  name: 'chat.unread',
  summary: 'How much is unread in each chat of a person that has something',
  args: { userId: idArg },
  row: { id: uuid, unread: integer },
  sql: ({ userId }) => sql`
    select id, unread from (select c.id, (select count(*)::int ${unreadIn(userId)}) as unread from ${chatsOf(userId)}) counted
    where unread > 0 order by id`,
  example: (id) => ({ userId: id('user') }),
})

/** The same columns as a ticket's messages, so that the same parts show them: `ticketId` is the conversation's id, here the chat's. */
const row = {
  ...messageRow,
  /** A ticket that it speaks of. */
  aboutTicketId: nullable(uuid),
  /** It calls whoever asks by name. */
  callsMe: bool,
}

/** Enough of the answered message to show it: QuotedMessage. */
const quotedMessage = (userId: string) => sql`
  select jsonb_build_object(
    'id', a.id, 'body', left(a.body, 300), 'fromMe', a.sender_id = ${userId}::uuid, 'userId', null, 'userName', null,
    'participantId', case when a.sender_id <> ${userId}::uuid then a.sender_id end,
    'participantName', coalesce(au.name, a.sender_name), 'mediaType', a.media_type, 'mediaName', a.media_name,
    'thumbnailHash', null, 'details', a.details, 'isDeleted', false, 'isViewOnce', false
  ) as quoted
  from (select * from chat_messages where id = m.quoted_message_id limit 1) a left join users au on au.id = a.sender_id`

/** Read (3) by everybody else, or only sent (1): `ack` of db/src/messages/table.ts. */
const ackOf = sql`
  case when exists (select from chat_members r where r.chat_id = m.chat_id and r.user_id <> m.sender_id)
    and not exists (
      select from chat_members r where r.chat_id = m.chat_id and r.user_id <> m.sender_id and r.read_until < m.created_at
    ) then 3 else 1 end`

const withContext = (page: SqlText, userId: string) => sql`
  select m.id, m.chat_id as ticket_id, m.body, m.sender_id = ${userId}::uuid as from_me,
    case when m.sender_id = ${userId}::uuid then m.sender_id end as user_id,
    case when m.sender_id <> ${userId}::uuid then m.sender_id end as participant_id, m.quoted_message_id,
    m.media_type, m.media_hash, m.media_mime, m.media_name, m.media_size, m.media_width, m.media_height,
    null::text as thumbnail_hash, null::text as media_error, ${ackOf} as ack, null::text as ack_error,
    false as is_deleted, false as is_forwarded, null::uuid as campaign_id, false as is_view_once,
    null::timestamptz as edited_at, m.details, '{}'::jsonb as reactions, null::timestamptz as sent_at, m.created_at,
    null::text as user_name, coalesce(u.name, m.sender_name) as participant_name, q.quoted,
    m.created_at::text as sort_key, m.ticket_id as about_ticket_id,
    m.mentions @> jsonb_build_array(${userId}::text) as calls_me
  from (${page}) m left join users u on u.id = m.sender_id
  left join lateral (${quotedMessage(userId)}) q on true
  order by m.created_at, m.id`

/** `only`: those of its messages. */
const ofChat = (chatId: string, only: readonly string[] | null = null) => ({
  synced: syncedChatMessages,
  of: sql`chat_id = ${chatId}::uuid and ${isAmong(sql`id`, only)}`,
})

export const messagesOfChat = defineQuery({
  name: 'chatMessage.ofChat',
  summary:
    "A chat's messages from `floor` on, up to `ceiling`, which is not part of it; of them the newest; oldest first",
  args: {
    chatId: idArg,
    userId: idArg,
    /** Null: as far as `limit`. */
    floor: v.nullable(placeArg),
    /** Null: to the newest. */
    ceiling: v.nullable(placeArg),
    /** Null: all. */
    limit: v.nullable(limitArg),
  },
  row,
  page: { table: syncedChatMessages, limit: ({ limit }) => limit, ...inConversation },
  sql: ({ chatId, userId, floor, ceiling, limit }, side, only) =>
    withContext(newestOf(ofChat(chatId, only), { floor, ceiling, limit }, side), userId),
  example: (id) => ({ chatId: id('chat'), userId: id('user'), floor: null, ceiling: null, limit: 40 }),
})

export type ChatMessageRow = RowOf<typeof messagesOfChat>

export const chatMessageById = defineQuery({
  name: 'chatMessage.one',
  summary: 'One message of a chat',
  args: { id: idArg, userId: idArg },
  row,
  sql: ({ id, userId }) => withContext(sql`select * from chat_messages where id = ${id}::uuid limit 1`, userId),
  example: (id) => ({ id: id('chatMessage'), userId: id('user') }),
})

export const chatFloorBefore = defineQuery({
  name: 'chatMessage.floorBefore',
  summary: 'Where the page before `ceiling` begins; none when there is nothing older',
  args: { chatId: idArg, ceiling: placeArg, pageSize: limitArg },
  row: placeRow,
  sql: ({ chatId, ceiling, pageSize }, side) => floorBeforeText(ofChat(chatId), ceiling, pageSize, side),
  example: (id) => ({ chatId: id('chat'), ceiling: farAhead(id('chatMessage')), pageSize: 120 }),
})

export const chatFloorsBackTo = defineQuery({
  name: 'chatMessage.floorsBackTo',
  summary:
    'Where each page before `ceiling` begins, newest first, down to the one that has a message; none when the chat has no such message',
  args: { chatId: idArg, ceiling: placeArg, messageId: idArg, pageSize: limitArg },
  row: placeRow,
  sql: ({ chatId, ceiling, messageId, pageSize }) => floorsBackToText(ofChat(chatId), ceiling, messageId, pageSize),
  example: (id) => ({
    chatId: id('chat'),
    ceiling: farAhead(id('chatMessage')),
    messageId: id('chatMessage'),
    pageSize: 120,
  }),
})

const farAhead = (id: string): Floor => ({ sortKey: '2999-01-01T00:00:00Z', id })
