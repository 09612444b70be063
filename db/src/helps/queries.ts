import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { columnsOf, namesIn } from '../kit/sql/row-type.ts'
import { folded, matching, sql } from '../kit/sql/sql-text.ts'
import { helps } from './table.ts'

const row = columnsOf(helps, 'id', 'title', 'description', 'video')

export const {
  window: helpWindow,
  count: helpCount,
  one: helpById,
} = listQueries({
  noun: 'help',
  title: 'help videos',
  row,
  columns: namesIn(row),
  from: sql`helps`,
  id: sql`id`,
  has: (term) => matching(term, sql`title`, sql`description`),
  orderBy: folded(sql`title`),
})

export type HelpRow = RowOf<typeof helpById>

export const allHelps = defineQuery({
  name: 'help.all',
  summary: 'All help videos, by title',
  args: {},
  row,
  sql: () => sql`select ${namesIn(row)} from helps order by ${folded(sql`title`)}, id`,
})
