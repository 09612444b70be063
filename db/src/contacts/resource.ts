import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createContact, deleteContact, updateContact } from './mutations.ts'
import * as queries from './queries.ts'
import { contacts, syncedContacts } from './table.ts'

export const contactResource = defineResource({
  noun: 'contact',
  names: sql`select id, name from contacts`,
  synced: syncedContacts,
  mutations: [createContact, updateContact, deleteContact],
  queries,
  list: {
    path: '/contacts',
    orderBy: contacts.name,
    search: [contacts.name],
    notFound: 'ERR_NO_CONTACT_FOUND',
    envelope: 'contacts',
    all: true,
  },
  example: () => ({
    one: { name: 'Cliente', number: '11 91234-5678' },
    another: { name: 'Maria', number: '11 98765-4321' },
    change: { email: 'maria@loja.example' },
  }),
})
