import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createChat, deleteChat, updateChat } from './mutations.ts'
import * as queries from './queries.ts'
import { syncedChats } from './table.ts'

export const chatResource = defineResource({
  noun: 'chat',
  names: sql`select id, title as name from chats`,
  synced: syncedChats,
  mutations: [createChat, updateChat, deleteChat],
  queries,
  example: ({ of }) => ({
    one: { title: 'Padaria', userIds: [of('user')] },
    another: { title: 'Entregas de sábado', userIds: [of('user')] },
    change: { title: 'Balcão e padaria' },
  }),
})
