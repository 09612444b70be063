// What the senders read: own messages that are not sent yet, customers' messages that are not told as read, one message to encrypt again.
import type postgres from 'postgres'
import type { Outgoing } from './message-content.ts'

export interface PendingMessage extends Outgoing {
  id: string
  whatsappId: string
  number: string | null
  lid: string | null
  /** The contact has written to us on this connection: its number is on WhatsApp for certain. */
  hasWritten: boolean
}

/** Oldest first; those in `except` are on their way already. */
export function findPending(
  sql: postgres.Sql,
  connectionId: string,
  except: readonly string[],
  limit: number,
): Promise<PendingMessage[]> {
  return sql<PendingMessage[]>`
    select m.id, m.whatsapp_id as "whatsappId", ${outgoing(sql)}, c.number, c.lid,
      exists (
        select from messages w where w.contact_id = c.id and w.connection_id = m.connection_id and not w.from_me
      ) as "hasWritten"
    from messages m join contacts c on c.id = m.contact_id
    where m.connection_id = ${connectionId} and m.from_me and m.ack = 0 and m.whatsapp_id <> all(${[...except]})
    order by m.created_at, m.id
    limit ${limit}`
}

export async function findOutgoing(sql: postgres.Sql, connectionId: string, whatsappId: string) {
  const [row] = await sql<Outgoing[]>`
    select ${outgoing(sql)} from messages m
    where connection_id = ${connectionId} and whatsapp_id = ${whatsappId} and from_me`
  return row
}

const outgoing = (sql: postgres.Sql) => sql`
  m.body, m.media_type as "mediaType", m.media_hash as "mediaHash", m.media_mime as "mediaMime", m.media_name as "mediaName",
  m.media_width as "mediaWidth", m.media_height as "mediaHeight"`

export interface UntoldMessage {
  whatsappId: string
  number: string | null
  lid: string | null
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
    select m.whatsapp_id as "whatsappId", c.number, c.lid
    from connections n
    join tickets t on t.company_id = n.company_id and t.connection_id = n.id
    join messages m on m.ticket_id = t.id
    join contacts c on c.id = m.contact_id
    where n.id = ${connectionId} and ${which} and t.unread_messages = 0 and not m.from_me and m.ack = 2
    order by m.created_at desc
    limit ${limit}`
}

/** Whether a person's wish to unlink still stands: it may have been started again since. */
export async function isDisconnectWished(sql: postgres.Sql, connectionId: string): Promise<boolean> {
  const [row] = await sql<{ status: string }[]>`select status from connections where id = ${connectionId}`
  return row?.status === 'DISCONNECTED'
}
