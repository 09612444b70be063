import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import { bool, columnsOf, namesIn } from '../kit/sql/row-type.ts'
import { matching, sql } from '../kit/sql/sql-text.ts'
import { announcements } from './table.ts'

const row = columnsOf(
  announcements,
  'id',
  'title',
  'text',
  'priority',
  'status',
  'publishedAt',
  'mediaHash',
  'mediaName',
  'mediaMime',
  'mediaSize',
)

export const {
  window: announcementWindow,
  count: announcementCount,
  one: announcementById,
} = listQueries({
  noun: 'announcement',
  title: 'announcements',
  row,
  columns: namesIn(row),
  from: sql`announcements`,
  id: sql`id`,
  has: (term) => matching(term, sql`title`, sql`text`),
  orderBy: sql`priority, created_at desc`,
})

export type AnnouncementRow = RowOf<typeof announcementById>

const shown = columnsOf(announcements, 'id', 'title', 'text', 'priority', 'publishedAt', 'mediaHash', 'createdAt')

export const activeAnnouncements = defineQuery({
  name: 'announcement.active',
  summary: 'Announcements that are switched on, by priority, then newest first, and whether who asks has not seen them',
  args: {},
  row: { ...shown, isNew: bool },
  sql: () => sql`
    select ${namesIn(shown)}, published_at > coalesce((select seen_at from announcement_views limit 1), 'epoch') is true as is_new
    from announcements where status order by priority, published_at desc nulls first, id desc limit 100`,
})

export type ActiveAnnouncement = RowOf<typeof activeAnnouncements>
