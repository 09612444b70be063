import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './mutations.ts'
import * as queries from './queries.ts'
import { announcements, syncedAnnouncements } from './table.ts'

export const announcementResource = defineResource({
  noun: 'announcement',
  names: sql`select id, title as name from announcements`,
  synced: syncedAnnouncements,
  mutations: [createAnnouncement, updateAnnouncement, deleteAnnouncement],
  queries,
  list: {
    path: '/announcements',
    orderBy: announcements.createdAt,
    search: [announcements.title, announcements.text],
    notFound: 'ERR_NOT_FOUND',
    envelope: 'records',
  },
  example: ({ word }) => ({
    one: { title: `Novidades ${word}`, text: 'O kanban chegou.', priority: 1, status: true },
    another: { title: `Manutenção ${word}`, text: 'Domingo, das 2 às 3 horas.' },
    change: { text: 'O kanban chegou a todos.' },
  }),
  ofEverybody: true,
})
