import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createContactList, deleteContactList, updateContactList } from './mutations.ts'
import * as queries from './queries.ts'
import { contactLists, syncedContactLists } from './table.ts'

export const contactListResource = defineResource({
  noun: 'contactList',
  names: sql`select id, name from contact_lists`,
  synced: syncedContactLists,
  mutations: [createContactList, updateContactList, deleteContactList],
  queries,
  list: {
    path: '/contact-lists',
    orderBy: contactLists.name,
    search: [contactLists.name],
    notFound: 'ERR_NOT_FOUND',
    envelope: 'records',
    all: true,
  },
  example: ({ word }) => ({
    one: { name: `Comércio ${word}` },
    another: { name: `Fornecedores ${word}` },
    change: { name: `Bairro ${word}` },
  }),
})
