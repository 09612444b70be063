import type { RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { columnsOf, namesIn } from '../kit/sql/row-type.ts'
import { folded, matching, sql } from '../kit/sql/sql-text.ts'
import { contactLists } from './table.ts'

const row = columnsOf(contactLists, 'id', 'name', 'contactsCount', 'validCount', 'invalidCount')

export const {
  window: contactListWindow,
  count: contactListCount,
  one: contactListById,
} = listQueries({
  noun: 'contactList',
  title: 'contact lists',
  row,
  columns: namesIn(row),
  from: sql`contact_lists`,
  id: sql`id`,
  has: (term) => matching(term, sql`name`),
  orderBy: folded(sql`name`),
})

export type ContactListRow = RowOf<typeof contactListById>
