import { defineResource } from '../kit/define-resource.ts'
import { sql } from '../kit/sql/sql-text.ts'
import { createUser, deleteUser, updateUser } from './mutations.ts'
import * as queries from './queries.ts'
import { syncedUsers, users } from './table.ts'

export const userResource = defineResource({
  noun: 'user',
  names: sql`select id, name from users`,
  synced: syncedUsers,
  mutations: [createUser, updateUser, deleteUser],
  queries,
  list: {
    path: '/users',
    orderBy: users.name,
    search: [users.name, users.email],
    notFound: 'ERR_NO_USER_FOUND',
    envelope: 'users',
    all: true,
  },
  example: ({ of, word }) => ({
    one: { name: 'Pessoa', email: `pessoa.${word}@empresa.example` },
    another: {
      name: 'Pessoa nova',
      email: `nova.${word}@empresa.example`,
      queueIds: [of('queue')],
      connectionId: of('connection'),
    },
    change: { allTicket: true },
  }),
})
