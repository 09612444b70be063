import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createQuickMessage, deleteQuickMessage, updateQuickMessage } from './mutations.ts'
import * as queries from './queries.ts'
import { quickMessages, syncedQuickMessages } from './table.ts'

export const quickMessageResource = defineResource({
  noun: 'quickMessage',
  names: sql`select id, shortcode as name from quick_messages`,
  synced: syncedQuickMessages,
  mutations: [createQuickMessage, updateQuickMessage, deleteQuickMessage],
  queries,
  list: {
    path: '/quick-messages',
    orderBy: quickMessages.shortcode,
    search: [quickMessages.shortcode, quickMessages.message],
    notFound: 'ERR_NOT_FOUND',
    envelope: 'records',
    all: true,
  },
  example: () => ({
    one: { shortcode: 'oi', message: 'Olá' },
    another: { shortcode: 'bomdia', message: 'Bom dia!', geral: true },
    change: { message: 'Oi' },
  }),
})
