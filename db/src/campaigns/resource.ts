import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createCampaign, deleteCampaign, updateCampaign } from './mutations.ts'
import * as queries from './queries.ts'
import { campaigns, syncedCampaigns } from './table.ts'

export const campaignResource = defineResource({
  noun: 'campaign',
  names: sql`select id, name from campaigns`,
  synced: syncedCampaigns,
  mutations: [createCampaign, updateCampaign, deleteCampaign],
  queries,
  example: ({ of, word }) => ({
    one: { name: `Promoção ${word}`, contactListId: of('contactList'), message1: 'Olá, {nome}' },
    another: { name: `Aviso ${word}`, tagId: of('tag'), message1: 'Fechamos no feriado' },
    change: { name: `Natal ${word}`, message2: 'Boas festas' },
  }),
  list: {
    path: '/campaigns',
    orderBy: campaigns.name,
    search: [campaigns.name],
    notFound: 'ERR_NOT_FOUND',
    envelope: 'records',
  },
})
