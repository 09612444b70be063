import { folded, matching } from '../../lib/folded.ts'
import type { StoredFile } from '../../lib/stored-file.ts'
import { sql } from '../../sync/client.ts'

export interface QuickMessageRow extends StoredFile {
  id: string
  shortcode: string
  message: string
  geral: boolean
  /** Its author; null of one that is being made. */
  userId: string | null
}

const having = (term: string) => matching(term, sql`shortcode`, sql`message`)

const columns = sql`id, shortcode, message, geral, user_id, media_hash, media_name, media_mime, media_size`

export const quickMessageWindow = (term: string, limit: number) => sql<QuickMessageRow>`
  select ${columns} from quick_messages where ${having(term)} order by ${folded(sql`shortcode`)}, id limit ${limit}`

export const quickMessageCount = (term: string) =>
  sql<{ count: number }>`select count(*)::int as count from quick_messages where ${having(term)}`

export const quickMessageById = (id: string) =>
  sql<QuickMessageRow>`select ${columns} from quick_messages where id = ${id}::uuid`
