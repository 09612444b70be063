// What notifications read of mentions.
import type { ToldMention } from 'db/push/rules.ts'
import type postgres from 'postgres'

const mention = (sql: postgres.Sql) => sql`
  m.id, m.company_id as "companyId", m.queue_id as "queueId", m.archived, m.user_id as "userId", m.seen_at as "seenAt"`

export function findMentionsOf(sql: postgres.Sql, noteId: string): Promise<(ToldMention & { id: string })[]> {
  return sql<(ToldMention & { id: string })[]>`select ${mention(sql)} from note_mentions m where m.note_id = ${noteId}`
}

export interface MentionToTell extends ToldMention {
  ticketId: string
  noteId: string
  note: string
  author: string | null
  contact: { name: string; number: string | null }
}

/** Null when it is gone. */
export async function findMention(sql: postgres.Sql, id: string): Promise<MentionToTell | null> {
  const [row] = await sql<MentionToTell[]>`
    select ${mention(sql)}, m.ticket_id as "ticketId", m.note_id as "noteId", n.note, u.name as author,
      json_build_object('name', c.name, 'number', c.number) as contact
    from note_mentions m join ticket_notes n on n.id = m.note_id join contacts c on c.id = n.contact_id
      left join users u on u.id = n.user_id
    where m.id = ${id}`
  return row ?? null
}

/** Of those of them whom the company has. */
export async function findNames(sql: postgres.Sql, companyId: string, ids: readonly string[]) {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from users where company_id = ${companyId} and id = any(${[...ids]}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
