import type { FileListOption } from 'db/file-lists/options.ts'
import { folded, matching } from '../../lib/folded.ts'
import { sql } from '../../sync/client.ts'

export interface FileListRow {
  id: string
  name: string
  message: string
  options: readonly FileListOption[]
}

const named = (term: string) => matching(term, sql`l.name`)

/** In their order, as the mutations write them. */
const options = sql`array(
  select jsonb_build_object('id', o.id, 'name', o.name, 'mediaHash', o.media_hash, 'mediaName', o.media_name,
    'mediaMime', o.media_mime, 'mediaSize', o.media_size)
  from file_list_options o where o.file_list_id = l.id order by o.position, o.id)`

const columns = sql`l.id, l.name, l.message, ${options} as options`

export const fileListWindow = (term: string, limit: number) => sql<FileListRow>`
  select ${columns} from file_lists l where ${named(term)} order by ${folded(sql`l.name`)}, l.id limit ${limit}`

export const fileListCount = (term: string) =>
  sql<{ count: number }>`select count(*)::int as count from file_lists l where ${named(term)}`

export const fileListById = (id: string) =>
  sql<FileListRow>`select ${columns} from file_lists l where l.id = ${id}::uuid`
