import { folded, matching } from '../../lib/folded.ts'
import { sql } from '../../sync/client.ts'

export interface HelpRow {
  id: string
  title: string
  description: string
  /** YouTube's id. */
  video: string
}

const having = (term: string) => matching(term, sql`title`, sql`description`)

export const helpWindow = (term: string, limit: number) => sql<HelpRow>`
  select id, title, description, video from helps where ${having(term)} order by ${folded(sql`title`)}, id limit ${limit}`

export const helpCount = (term: string) =>
  sql<{ count: number }>`select count(*)::int as count from helps where ${having(term)}`

export const helpById = (id: string) =>
  sql<HelpRow>`select id, title, description, video from helps where id = ${id}::uuid`

export const allHelps = sql<HelpRow>`
  select id, title, description, video from helps order by ${folded(sql`title`)}, id`
