// Many tickets at once, past the screens.
import type { Stack } from './stack.ts'

export interface Ticket {
  name: string
  body: string
  status?: 'open' | 'pending' | 'closed'
  user?: string | null
  archived?: boolean
  /** Kind of the last message; null: there is none. */
  kind?: string | null
}

/** Tickets in queue Vendas with one message each, the last one newest. */
export async function addTickets({ sql }: Stack, tickets: readonly Ticket[]) {
  const rows = tickets.map((ticket, n) => ({
    status: 'open',
    user: 'rafael@aurora.example',
    archived: false,
    kind: 'chat',
    ...ticket,
    n: n + 1,
  }))
  await sql.begin(async (tx) => {
    await tx`
      create temporary table added on commit drop as
      select r.*, uuidv7() as ticket_id, uuidv7() as contact_id, u.id as user_id, c.id as connection_id, q.id as queue_id, o.id as company_id,
        now() - (${rows.length} - r.n) * interval '1 minute' as at
      from jsonb_to_recordset(${sql.json(rows)}) r(n int, name text, body text, status text, "user" text, archived boolean, kind text)
      join companies o on o.name = 'Padaria Aurora' join connections c on c.company_id = o.id
      join queues q on q.company_id = o.id and q.name = 'Vendas' left join users u on u.email = r."user"`
    await tx`
      insert into contacts (id, company_id, name, number, email, is_group, created_at, updated_at)
      select contact_id, company_id, name, '55219' || lpad(n::text, 8, '0'), '', false, now(), now() from added`
    await tx`
      insert into tickets (id, company_id, status, contact_id, connection_id, queue_id, user_id, is_group, chatbot, unread_messages,
        last_message, last_message_type, last_message_from_me, last_message_at, accepted_at, closed_at, archived, created_at, updated_at)
      select ticket_id, company_id, status, contact_id, connection_id, queue_id, user_id, false, false, 0,
        body, kind, false, at, at, case when status = 'closed' then at end, archived, at, at from added`
    await tx`
      insert into messages (id, company_id, ticket_id, contact_id, connection_id, queue_id, archived, whatsapp_id, from_me, user_id,
        media_type, body, ack, is_deleted, sent_at, created_at, updated_at)
      select uuidv7(), company_id, ticket_id, contact_id, connection_id, queue_id, archived, 'T' || n, false, null,
        'chat', body, 2, false, at, at, at from added where body <> ''`
  })
}
