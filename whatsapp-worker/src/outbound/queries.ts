// What the senders read: own messages that are not sent yet, what is to be done to others, customers' messages that are not told as read, one message to encrypt again.
import type postgres from 'postgres'
import type { Action } from './action-message.ts'
import type { Addressee } from './address-book.ts'
import type { Outgoing } from './message-content.ts'

export interface PendingMessage extends Outgoing, Addressee {
  id: string
}

/** What people say and the desk by itself, or what campaigns do: neither waits for the other. */
export type Lane = 'conversations' | 'campaigns'

/** Oldest first; those in `except` are on their way already. */
export function findPending(
  sql: postgres.Sql,
  { connectionId, lane }: { connectionId: string; lane: Lane },
  except: readonly string[],
  limit: number,
): Promise<PendingMessage[]> {
  return sql<PendingMessage[]>`
    select m.id, ${outgoing(sql)}, ${addressee(sql)}
    from messages m join contacts c on c.id = m.contact_id ${quotedRow(sql)}
    where m.connection_id = ${connectionId} and m.from_me and m.ack = 0
      and (m.campaign_id is not null) = ${lane === 'campaigns'} and m.whatsapp_id <> all(${[...except]})
    order by m.created_at, m.id
    limit ${limit}`
}

export interface PendingAction extends Action, Addressee {
  id: string
  whatsappId: string
  /** Nothing can be done yet: the message itself, or what was done to it before, is still on its way. */
  isBlocked: boolean
  /** The message never left, or was another account's before the contact's number was changed. */
  isHopeless: boolean
}

/** What is still to be done to messages, oldest first. */
export function findActions(
  sql: postgres.Sql,
  connectionId: string,
  except: readonly string[],
  limit: number,
): Promise<PendingAction[]> {
  return sql<PendingAction[]>`
    select ${action(sql)}, ${addressee(sql)}, m.from_me and m.ack = -1 or not ${isOfAccount(sql)} as "isHopeless",
      (m.from_me and m.ack = 0) or exists (
        select from message_actions e
        where e.message_id = a.message_id and e.sent_at is null and e.error is null
          and (e.created_at, e.id) < (a.created_at, a.id)
      ) as "isBlocked"
    from message_actions a join messages m on m.id = a.message_id join contacts c on c.id = m.contact_id
    where a.connection_id = ${connectionId} and a.sent_at is null and a.error is null
      and a.whatsapp_id <> all(${[...except]})
    order by a.created_at, a.id
    limit ${limit}`
}

/** An own message or action that a device asks for again. */
export async function findOutgoing(sql: postgres.Sql, connectionId: string, whatsappId: string) {
  const [message] = await sql<(Outgoing & Addressee)[]>`
    select ${outgoing(sql)}, ${addressee(sql)}
    from messages m join contacts c on c.id = m.contact_id ${quotedRow(sql)}
    where m.connection_id = ${connectionId} and m.whatsapp_id = ${whatsappId} and m.from_me`
  if (message) return { message }
  const [found] = await sql<(Action & Addressee)[]>`
    select ${action(sql)}, ${addressee(sql)}
    from message_actions a join messages m on m.id = a.message_id join contacts c on c.id = m.contact_id
    where a.connection_id = ${connectionId} and a.whatsapp_id = ${whatsappId} and a.error is null`
  return found ? { action: found } : undefined
}

const outgoing = (sql: postgres.Sql) => sql`
  m.whatsapp_id as "whatsappId", m.body, m.media_type as "mediaType", m.media_hash as "mediaHash",
  m.media_mime as "mediaMime", m.media_name as "mediaName", m.media_width as "mediaWidth", m.media_height as "mediaHeight",
  m.details, m.is_forwarded as "isForwarded", quoted.row as quoted`

const quotedRow = (sql: postgres.Sql) => sql`
  left join lateral (
    select jsonb_build_object('whatsappId', q.whatsapp_id, 'fromMe', q.from_me, 'mediaType', q.media_type, 'body', q.body,
      'mediaMime', q.media_mime, 'mediaName', q.media_name, 'details', q.details, 'author', ${author(sql, 'q')}) as row
    from messages q where q.id = m.quoted_message_id
  ) quoted on true`

const action = (sql: postgres.Sql) => sql`
  a.id, a.kind, a.content, a.created_at as "createdAt", a.whatsapp_id as "whatsappId",
  jsonb_build_object('whatsappId', m.whatsapp_id, 'fromMe', m.from_me, 'mediaType', m.media_type,
    'author', ${author(sql, 'm')}) as target`

/** Who wrote a message of a group, as its participants are addressed: by LID where it is known. */
const author = (sql: postgres.Sql, of: 'm' | 'q') => sql`(
  select case when p.lid is null then p.number || '@s.whatsapp.net' else p.lid || '@lid' end
  from contacts p where p.id = ${sql(of)}.participant_id)`

/** Said with the account that the contact is now. */
const isOfAccount = (sql: postgres.Sql) => sql`(c.account_since is null or m.created_at >= c.account_since)`

/**
 * Somebody may have joined WhatsApp since it said that they are not there. A number that a person gave proves nothing: the LID goes before
 * it, and that they wrote says nothing of it.
 */
const addressee = (sql: postgres.Sql) => sql`
  c.id as "contactId",
  case when c.on_whatsapp or c.checked_at > now() - interval '10 minutes' then c.on_whatsapp end as "onWhatsapp",
  case when c.lid is null or not c.number_given then c.number end as number, c.lid, c.is_group as "isGroup",
  not c.number_given and exists (
    select from messages w where w.contact_id = c.id and w.connection_id = m.connection_id and not w.from_me
  ) as "hasWritten"`

export interface UntoldMessage {
  whatsappId: string
  number: string | null
  lid: string | null
  isGroup: boolean
  /** Who wrote it, in a group. */
  author: string | null
}

/** Customers' messages in conversations where nothing is unread, of which WhatsApp was not told so: of one ticket, or of all open ones. */
export function findUntold(
  sql: postgres.Sql,
  connectionId: string,
  ticketId: string | null,
  limit: number,
): Promise<UntoldMessage[]> {
  const which = ticketId === null ? sql`t.status = 'open'` : sql`t.id = ${ticketId}`
  return sql<UntoldMessage[]>`
    select m.whatsapp_id as "whatsappId", c.number, c.lid, c.is_group as "isGroup", ${author(sql, 'm')} as author
    from connections n
    join tickets t on t.company_id = n.company_id and t.connection_id = n.id
    -- What came in before the ticket moved here is the other connection's to tell.
    join messages m on m.ticket_id = t.id and m.connection_id = n.id
    join contacts c on c.id = m.contact_id
    where n.id = ${connectionId} and ${which} and t.unread_messages = 0 and not m.from_me and m.ack = 2
      and ${isOfAccount(sql)}
    order by m.created_at desc
    limit ${limit}`
}

/** A number that WhatsApp was not asked for yet; whose LID is known is there. */
export async function findUnchecked(sql: postgres.Sql, of: { companyId: string; contactId: string }) {
  const [contact] = await sql<{ number: string }[]>`
    select number from contacts
    where id = ${of.contactId} and company_id = ${of.companyId} and not is_group
      and number is not null and lid is null and checked_at is null`
  return contact
}

/** Who is at the other side of a ticket. */
export async function findChat(sql: postgres.Sql, connectionId: string, ticketId: string) {
  const [chat] = await sql<Pick<Addressee, 'number' | 'lid' | 'isGroup'>[]>`
    select c.number, c.lid, c.is_group as "isGroup"
    from tickets t join contacts c on c.id = t.contact_id
    where t.id = ${ticketId} and t.connection_id = ${connectionId} and t.status <> 'closed'`
  return chat
}

/** Whether a person's wish to unlink still stands: it may have been started again since. */
export async function isDisconnectWished(sql: postgres.Sql, connectionId: string): Promise<boolean> {
  const [row] = await sql<{ status: string }[]>`select status from connections where id = ${connectionId}`
  return row?.status === 'DISCONNECTED'
}
