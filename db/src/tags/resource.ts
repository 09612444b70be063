import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createTag, deleteTag, updateTag } from './mutations.ts'
import * as queries from './queries.ts'
import { syncedTags, tags } from './table.ts'

export const tagResource = defineResource({
  noun: 'tag',
  names: sql`select id, name from tags`,
  synced: syncedTags,
  mutations: [createTag, updateTag, deleteTag],
  queries,
  list: {
    path: '/tags',
    orderBy: tags.name,
    search: [tags.name],
    notFound: 'ERR_NO_TAG_FOUND',
    envelope: 'tags',
    all: true,
  },
  example: ({ word }) => ({
    one: { name: `Urgente ${word}`, color: '#ff0000', kanban: true },
    another: { name: `Retorno ${word}`, color: '#00ff00' },
    change: { kanban: false },
  }),
})
