import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { limitArg, termArg } from '../kit/sql/query-args.ts'
import { columnsOf, namesIn, nullable, uuid } from '../kit/sql/row-type.ts'
import { foldText, likePattern } from '../kit/sql/search-text.ts'
import { folded, matching, sql } from '../kit/sql/sql-text.ts'
import { quickMessages } from './table.ts'

const row = {
  ...columnsOf(quickMessages, 'id', 'shortcode', 'message', 'geral'),
  /** Its author; null of one that is being made. */
  userId: nullable(uuid),
  ...columnsOf(quickMessages, 'mediaHash', 'mediaName', 'mediaMime', 'mediaSize'),
}

export const {
  window: quickMessageWindow,
  count: quickMessageCount,
  one: quickMessageById,
} = listQueries({
  noun: 'quickMessage',
  title: 'quick messages',
  row,
  columns: namesIn(row),
  from: sql`quick_messages`,
  id: sql`id`,
  has: (term) => matching(term, sql`shortcode`, sql`message`),
  orderBy: folded(sql`shortcode`),
})

export type QuickMessageRow = RowOf<typeof quickMessageById>

const choice = columnsOf(
  quickMessages,
  'id',
  'shortcode',
  'message',
  'mediaHash',
  'mediaName',
  'mediaMime',
  'mediaSize',
)

export const quickMessagesLike = defineQuery({
  name: 'quickMessage.like',
  summary: "One's own and everybody's by shortcode or text; those whose shortcode begins so come first",
  args: { term: termArg, limit: limitArg },
  row: choice,
  sql({ term, limit }) {
    const anywhere = likePattern(foldText(term))
    const shortcode = folded(sql`shortcode`)
    return sql`
      select ${namesIn(choice)} from quick_messages
      where ${shortcode} like ${anywhere} or ${folded(sql`message`)} like ${anywhere}
      order by ${shortcode} like ${anywhere.slice(1)} desc, lower(shortcode), id limit ${limit}`
  },
  example: () => ({ term: 'o', limit: 20 }),
})

/** As the composer offers it. */
export type QuickMessageChoice = RowOf<typeof quickMessagesLike>
