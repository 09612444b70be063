import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createIntegration, deleteIntegration, updateIntegration } from './mutations.ts'
import * as queries from './queries.ts'
import { queueIntegrations, syncedQueueIntegrations } from './table.ts'

export const queueIntegrationResource = defineResource({
  noun: 'queueIntegration',
  names: sql`select id, name from queue_integrations`,
  synced: syncedQueueIntegrations,
  mutations: [createIntegration, updateIntegration, deleteIntegration],
  queries,
  list: {
    path: '/queueIntegration',
    orderBy: queueIntegrations.name,
    search: [queueIntegrations.name],
    notFound: 'ERR_NOT_FOUND',
    envelope: 'queueIntegrations',
  },
  example: () => ({
    one: { type: 'n8n' as const, name: 'Automação', urlN8N: 'https://n8n.example/webhook/1' },
    another: { type: 'typebot' as const, name: 'Bot de vendas', urlN8N: 'https://bot.example', typebotSlug: 'vendas' },
    change: { name: 'Automação nova' },
  }),
})
