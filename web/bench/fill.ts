// A company's device worth of data: tickets and messages written straight into the database.
import type postgres from 'postgres'

export interface Size {
  tickets: number
  messages: number
}

/** What one transaction writes: each of its rows counts in the same few rows of the day's figures, whose versions stay until it commits. */
const ticketsAtOnce = 1000

/** Open tickets of `email`'s user in queue Vendas, messages spread evenly; the newest ticket is the last contact. */
export async function fillDesk(sql: postgres.Sql, email: string, size: Size) {
  for (let first = 1; first <= size.tickets; first += ticketsAtOnce) await fillTickets(sql, email, size, first)
  await sql`vacuum analyze`
}

async function fillTickets(sql: postgres.Sql, email: string, { tickets, messages }: Size, first: number) {
  const last = Math.min(first + ticketsAtOnce - 1, tickets)
  await sql.begin(async (tx) => {
    await tx`
      create temporary table filled on commit drop as
      select n, uuidv7() as ticket_id, uuidv7() as contact_id, u.id as user_id, u.company_id, c.id as connection_id, q.id as queue_id
      from generate_series(${first}::int, ${last}::int) n, users u
      join connections c on c.company_id = u.company_id join queues q on q.company_id = u.company_id and q.name = 'Vendas'
      where u.email = ${email}`
    await tx`
      insert into contacts (id, company_id, name, number, email, is_group, created_at, updated_at)
      select contact_id, company_id, 'Cliente ' || lpad(n::text, 5, '0'), '55219' || lpad(n::text, 8, '0'), '', false, now(), now() from filled`
    await tx`
      insert into tickets (id, company_id, status, contact_id, connection_id, queue_id, user_id, is_group, chatbot, unread_messages,
        last_message, last_message_from_me, last_message_at, accepted_at, archived, created_at, updated_at)
      select ticket_id, company_id, 'open', contact_id, connection_id, queue_id, user_id, false, false, 0,
        'Mensagem do cliente ' || n, false, at, at, false, at, at
      from filled, lateral (select now() - (${tickets} - n) * interval '1 minute' as at) t`
    await tx`
      insert into messages (id, company_id, ticket_id, contact_id, connection_id, queue_id, archived, whatsapp_id, from_me, user_id,
        media_type, body, ack, is_deleted, sent_at, created_at, updated_at)
      select uuidv7(), company_id, ticket_id, contact_id, connection_id, queue_id, false, 'FILL' || m, m / ${tickets} % 2 = 1, null,
        'chat', 'Mensagem ' || m || ' de uma conversa sobre pedidos, prazos e entregas da semana.', 3, false, at, at, at
      from filled, generate_series(filled.n - 1, ${messages}::int, ${tickets}::int) m,
        lateral (select now() - (${messages} - m) * interval '1 second' as at) t where m > 0`
  })
}
