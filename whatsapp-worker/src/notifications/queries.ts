// What notifications read: the message with its ticket, the devices of a company, one device, and a person's unread count.
// A device whose login ran out gets nothing, even before anybody deletes the row.
import type postgres from 'postgres'
import type { NotifiedTicket, Person } from 'db/push/rules.ts'

export interface MessageToTell {
  ticketId: string
  body: string
  fromMe: boolean
  /** The customer has written again since: that message has its own notification. */
  isSuperseded: boolean
  contact: { name: string; number: string | null }
  ticket: NotifiedTicket
}

/** Null when it is gone. */
export async function findMessage(sql: postgres.Sql, messageId: string): Promise<MessageToTell | null> {
  const [row] = await sql<MessageToTell[]>`
    select m.ticket_id as "ticketId", m.body, m.from_me as "fromMe",
      exists (
        select from messages n
        where n.ticket_id = m.ticket_id and not n.from_me and (n.created_at, n.id) > (m.created_at, m.id)
      ) as "isSuperseded",
      json_build_object('name', c.name, 'number', c.number) as contact,
      json_build_object(
        'companyId', t.company_id, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id,
        'chatbot', t.chatbot, 'unreadMessages', t.unread_messages
      ) as ticket
    from messages m join tickets t on t.id = m.ticket_id join contacts c on c.id = t.contact_id
    where m.id = ${messageId}`
  return row ?? null
}

export interface DeviceOwner {
  subscriptionId: string
  person: Person
}

const person = (sql: postgres.Sql) => sql`
  json_build_object(
    'kind', 'user', 'companyId', u.company_id, 'userId', u.id, 'profile', u.profile, 'allTicket', u.all_ticket,
    'queueIds', array(select q.queue_id from user_queues q where q.user_id = u.id)
  ) as person`

/** SQL: the login of subscription `s` goes on. Another device of the same person may have one that does. */
const isLoggedIn = (sql: postgres.Sql) => sql`
  exists (select from sessions own join logins l on l.id = own.login_id
    where own.id = s.session_id and l.ended_at is null and l.expires_at > now())`

export function findDevices(sql: postgres.Sql, companyId: string): Promise<DeviceOwner[]> {
  return sql<DeviceOwner[]>`
    select s.id as "subscriptionId", ${person(sql)}
    from push_subscriptions s join users u on u.id = s.user_id
    where s.company_id = ${companyId} and ${isLoggedIn(sql)}`
}

export interface Device extends DeviceOwner {
  endpoint: string
  p256dh: string
  auth: string
  showText: boolean
}

export async function findDevice(sql: postgres.Sql, subscriptionId: string): Promise<Device | null> {
  const [row] = await sql<Device[]>`
    select s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth, coalesce(n.show_text, true) as "showText", ${person(sql)}
    from push_subscriptions s join users u on u.id = s.user_id left join notification_settings n on n.id = u.id
    where s.id = ${subscriptionId} and ${isLoggedIn(sql)}`
  return row ?? null
}

/** SQL: whom message `n` of chat `c` tells of itself: members who did not say it and have not seen it, while the plan has chats. */
const isToldOfChat = (sql: postgres.Sql) => sql`
  m.chat_id = n.chat_id and m.user_id <> n.sender_id and m.read_until < n.created_at
  and exists (select from companies k where k.id = n.company_id and k.features ? 'useInternalChat')`

export function findChatDevices(sql: postgres.Sql, messageId: string): Promise<{ subscriptionId: string }[]> {
  return sql<{ subscriptionId: string }[]>`
    select s.id as "subscriptionId"
    from chat_messages n join chat_members m on ${isToldOfChat(sql)} join push_subscriptions s on s.user_id = m.user_id
    where n.id = ${messageId} and ${isLoggedIn(sql)}`
}

interface ChatMessageToTell {
  chatId: string
  chat: string
  sender: string
  text: string
}

/** Null when there is nothing to tell the person any more: it was read, they left, or somebody has said more, which is told by itself. */
export async function findChatMessage(
  sql: postgres.Sql,
  messageId: string,
  userId: string,
): Promise<ChatMessageToTell | null> {
  const [row] = await sql<ChatMessageToTell[]>`
    select n.chat_id as "chatId", c.title as chat, coalesce(u.name, n.sender_name) as sender,
      case when n.body <> '' or coalesce(n.details->>'isVoice', '') = 'true' then n.body else coalesce(n.media_name, '') end as text
    from chat_messages n join chats c on c.id = n.chat_id join chat_members m on ${isToldOfChat(sql)}
      left join users u on u.id = n.sender_id
    where n.id = ${messageId} and m.user_id = ${userId} and not exists (
      select from chat_messages later
      where later.chat_id = n.chat_id and later.sender_id <> m.user_id and later.created_at > n.created_at
    )`
  return row ?? null
}

/** Over the tickets of which this person is told, by the same rule as db's isNotified, and over their chats. */
export async function countUnread(sql: postgres.Sql, { companyId, userId, profile, queueIds, allTicket }: Person) {
  const seen = profile === 'admin' ? sql`true` : sql`queue_id = any(${[...queueIds]}::uuid[])`
  const [row] = await sql<{ unread: number }[]>`
    select (
      select coalesce(sum(unread_messages), 0) from tickets
      where company_id = ${companyId} and not archived and not chatbot and ${seen}
        and (status = 'open' and user_id = ${userId} or status = 'pending' and ${allTicket})
    )::int + (
      select count(*) from chat_members m join chat_messages n on ${isToldOfChat(sql)}
      where m.company_id = ${companyId} and m.user_id = ${userId}
    )::int as unread`
  return row?.unread ?? 0
}

export async function noteError(sql: postgres.Sql, subscriptionId: string, error: string | null) {
  await sql`
    update push_subscriptions set last_error = ${error}, updated_at = now()
    where id = ${subscriptionId} and last_error is distinct from ${error}`
}

/** Unless the device has subscribed anew under the same row meanwhile. */
export async function deleteDevice(sql: postgres.Sql, { subscriptionId, p256dh }: Device) {
  await sql`delete from push_subscriptions where id = ${subscriptionId} and p256dh = ${p256dh}`
}
