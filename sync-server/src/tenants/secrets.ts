// What only a company's own people may be told, so that an answer to anybody else can be searched for it.
import type { Database } from 'db/node/connect.ts'
import { ofEverybody } from 'db/resources.ts'
import { randomBytes } from 'node:crypto'
import type { Tenant } from './tenant.ts'

/** What only its own people may be told: the ids of all its rows, and a word that is made part of its texts. */
export interface Secrets {
  ids: ReadonlySet<string>
  word: string
}

const texts: readonly (readonly [table: string, column: string])[] = [
  ['companies', 'name'],
  ['users', 'name'],
  ['contacts', 'name'],
  ['contacts', 'push_name'],
  ['messages', 'body'],
  ['message_search', 'folded'],
  ['tickets', 'last_message'],
  ['ticket_notes', 'note'],
  ['ticket_events', 'note'],
  ['chats', 'title'],
  ['chat_messages', 'body'],
  ['tags', 'name'],
  ['queues', 'name'],
  ['queue_options', 'title'],
  ['connections', 'name'],
  ['quick_messages', 'message'],
  ['schedules', 'body'],
  ['file_lists', 'name'],
  ['file_list_options', 'name'],
]

/** Writes the word into its texts. */
export async function markSecrets({ sql }: Database, { company }: Tenant): Promise<Secrets> {
  const word = `segredo${randomBytes(8).toString('hex')}`
  for (const [table, column] of texts) {
    const owner = table === 'companies' ? 'id' : 'company_id'
    await sql`update ${sql(table)} set ${sql(column)} = concat(${sql(column)}, ' ', ${word}::text) where ${sql(owner)} = ${company.id}`
  }
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'
    intersect select table_name from information_schema.columns where column_name = 'id' and data_type = 'uuid'`
  const ofAll = new Set(ofEverybody.map(({ synced }) => synced.name))
  const own = tables.filter(({ name }) => !ofAll.has(name))
  const ids = await Promise.all(
    own.map(({ name }) => sql<{ id: string }[]>`select id from ${sql(name)} where company_id = ${company.id}`),
  )
  return { ids: new Set([company.id, ...ids.flat().map(({ id }) => id)]), word }
}

/** What of them is in an answer without having been asked with. */
export function toldOf({ ids, word }: Secrets, answer: string, asked: string): string[] {
  const named = answer.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  const told = named.filter((id) => ids.has(id) && !asked.includes(id))
  return answer.includes(word) ? [...told, word] : told
}
