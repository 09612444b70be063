import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createQueue, deleteQueue, updateQueue } from './mutations.ts'
import { createQueueOption, deleteQueueOption, updateQueueOption } from './options.ts'
import * as queries from './queries.ts'
import { queues, syncedQueueOptions, syncedQueues } from './table.ts'

export const queueResource = defineResource({
  noun: 'queue',
  names: sql`select id, name from queues`,
  synced: syncedQueues,
  mutations: [createQueue, updateQueue, deleteQueue],
  queries,
  list: {
    path: '/queue',
    orderBy: queues.name,
    first: queues.orderQueue,
    search: [queues.name],
    notFound: 'ERR_NO_QUEUE_FOUND',
    envelope: null,
  },
  example: () => ({
    one: { name: 'Vendas', color: '#fedcba', orderQueue: 1, greetingMessage: 'Olá! Aqui são as vendas.' },
    another: { name: 'Suporte', color: '#abcdef', orderQueue: 3, greetingMessage: 'Olá! Aqui é o suporte.' },
    change: { name: 'Loja' },
  }),
})

export const queueOptionResource = defineResource({
  noun: 'queueOption',
  names: sql`select id, title as name from queue_options`,
  synced: syncedQueueOptions,
  mutations: [createQueueOption, updateQueueOption, deleteQueueOption],
  // Queues' have them.
  queries: {},
  example: ({ of }) => ({
    one: { queueId: of('queue'), title: 'Preços', message: '', option: 1 },
    another: { queueId: of('queue'), title: 'Prazos', message: '', option: 2 },
    change: { title: 'Valores' },
  }),
})
