import type { RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { columnsOf, json, namesIn } from '../kit/sql/row-type.ts'
import { folded, matching, sql } from '../kit/sql/sql-text.ts'
import type { FileListOption } from './options.ts'
import { fileLists } from './table.ts'

const own = columnsOf(fileLists, 'id', 'name', 'message')

/** In their order, as the mutations write them. */
const options = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'mediaHash', o.media_hash, 'mediaName', o.media_name,
    'mediaMime', o.media_mime, 'mediaSize', o.media_size) order by o.position, o.id), '[]')
  from file_list_options o where o.file_list_id = l.id)`

export const {
  window: fileListWindow,
  count: fileListCount,
  one: fileListById,
} = listQueries({
  noun: 'fileList',
  title: 'file lists',
  row: { ...own, options: json<readonly FileListOption[]>() },
  columns: sql`${namesIn(own, 'l')}, ${options} as options`,
  from: sql`file_lists l`,
  id: sql`l.id`,
  has: (term) => matching(term, sql`l.name`),
  orderBy: folded(sql`l.name`),
})

export type FileListRow = RowOf<typeof fileListById>
