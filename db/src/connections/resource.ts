import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { deleteConnection } from './deletion.ts'
import { createConnection, updateConnection } from './mutations.ts'
import * as queries from './queries.ts'
import { syncedConnections } from './table.ts'

export const connectionResource = defineResource({
  noun: 'connection',
  names: sql`select id, name from connections`,
  synced: syncedConnections,
  mutations: [createConnection, updateConnection, deleteConnection],
  queries,
  example: ({ of }) => ({
    one: { name: 'Principal' },
    another: { name: 'Nova conexão' },
    change: { queueIds: [of('queue')], sendIdQueue: of('queue'), groupQueueId: of('queue') },
  }),
})
