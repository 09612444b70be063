import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createPrompt, deletePrompt, updatePrompt } from './mutations.ts'
import * as queries from './queries.ts'
import { prompts, syncedPrompts } from './table.ts'

const words = 'Você é a atendente da Padaria Aurora. Responda com gentileza, em poucas frases.'

export const promptResource = defineResource({
  noun: 'prompt',
  names: sql`select id, name from prompts`,
  synced: syncedPrompts,
  mutations: [createPrompt, updatePrompt, deletePrompt],
  queries,
  list: {
    path: '/prompt',
    orderBy: prompts.name,
    search: [prompts.name],
    notFound: 'ERR_NOT_FOUND',
    envelope: 'prompts',
  },
  example: ({ of, word }) => ({
    one: { name: `Atendente do balcão ${word}`, prompt: words, queueId: of('queue') },
    another: { name: `Vendedora do balcão ${word}`, prompt: words, queueId: of('queue') },
    change: { temperature: 0.5 },
  }),
})
