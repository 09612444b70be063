// Two companies with people, conversations and messages, written straight into the database.
import { messages } from 'db/messages/table.ts'
import type { Database } from 'db/node/connect.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { getTableName } from 'drizzle-orm'
import type { World } from '../world.ts'

export interface Company {
  id: string
  connectionId: string
  queueId: string
  emails: readonly string[]
  /** Some of them. */
  ticketIds: string[]
}

export async function addCompany({ db }: World, name: string, people: number): Promise<Company> {
  const company = await testCompany(db)
  await db.sql`update companies set name = ${name} where id = ${company.id}`
  const queueId = await company.queue('Vendas')
  const emails: string[] = []
  for (let n = 0; n < people; n++) emails.push((await company.user('admin', [queueId])).email)
  return { id: company.id, connectionId: company.connectionId, queueId, emails, ticketIds: [] }
}

export interface Size {
  tickets: number
  messages: number
}

/** Open tickets with messages spread evenly. */
export async function fillCompany({ sql }: Database, company: Company, { tickets, messages: count }: Size) {
  const { id, connectionId, queueId } = company
  await sql.begin(async (tx) => {
    await tx`create temporary table filled on commit drop as
      select n, uuidv7() as ticket_id, uuidv7() as contact_id from generate_series(1, ${tickets}) n`
    await tx`insert into contacts (id, company_id, name, number, email, is_group, created_at, updated_at)
      select contact_id, ${id}, 'Cliente ' || n, '5521' || right(${queueId}, 2) || lpad(n::text, 7, '0'), '', false, now(), now() from filled`
    await tx`insert into tickets (id, company_id, status, contact_id, connection_id, queue_id, is_group, chatbot, unread_messages,
        last_message, last_message_from_me, last_message_at, accepted_at, archived, created_at, updated_at)
      select ticket_id, ${id}, 'open', contact_id, ${connectionId}, ${queueId}, false, false, 0, 'Mensagem ' || n, false, at, at, false, at, at
      from filled, lateral (select now() - n * interval '1 minute' as at) t`
    await tx`insert into ${tx(getTableName(messages))} (id, company_id, ticket_id, contact_id, connection_id, queue_id, archived, whatsapp_id,
        from_me, media_type, body, ack, is_deleted, sent_at, created_at, updated_at)
      select uuidv7(), ${id}, ticket_id, contact_id, ${connectionId}, ${queueId}, false, ${queueId} || m, m % 2 = 1, 'chat',
        'Mensagem ' || m || ' de uma conversa sobre pedidos ' || m % 9 || ', prazos e entregas.', 3, false, at, at, at
      from generate_series(1, ${count}) m join filled on filled.n = m % ${tickets} + 1,
        lateral (select now() - m * interval '1 second' as at) t`
  })
  const rows = await sql`select id from tickets where company_id = ${id} and status = 'open' limit 100`
  company.ticketIds.push(...rows.map((row) => String(row['id'])))
}
