import { folded, matching } from '../../lib/folded.ts'
import { sql } from '../../sync/client.ts'

export interface TagRow {
  id: string
  name: string
  color: string
  kanban: boolean
  /** Those that this person sees. */
  ticketsCount: number
}

const named = (term: string) => matching(term, sql`t.name`)

const columns = sql`t.id, t.name, t.color, t.kanban,
  (select count(*)::int from ticket_tags where tag_id = t.id) as tickets_count`

export const tagWindow = (term: string, limit: number) =>
  sql<TagRow>`select ${columns} from tags t where ${named(term)} order by ${folded(sql`t.name`)}, t.id limit ${limit}`

export const tagCount = (term: string) =>
  sql<{ count: number }>`select count(*)::int as count from tags t where ${named(term)}`

export const tagById = (id: string) => sql<TagRow>`select ${columns} from tags t where t.id = ${id}::uuid`
