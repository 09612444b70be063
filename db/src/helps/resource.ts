import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createHelp, deleteHelp, updateHelp } from './mutations.ts'
import * as queries from './queries.ts'
import { helps, syncedHelps } from './table.ts'

export const helpResource = defineResource({
  noun: 'help',
  names: sql`select id, title as name from helps`,
  synced: syncedHelps,
  mutations: [createHelp, updateHelp, deleteHelp],
  queries,
  list: {
    path: '/helps',
    orderBy: helps.title,
    search: [helps.title],
    notFound: 'ERR_NOT_FOUND',
    envelope: null,
    all: true,
  },
  example: ({ word }) => ({
    one: { title: `Passos ${word}`, video: 'dQw4w9WgXcQ' },
    another: { title: `Filas ${word}`, video: 'dQw4w9WgXcQ' },
    change: { description: 'Como começar' },
  }),
  ofEverybody: true,
})
