import { defineQuery, type RowOf } from '../kit/define-query.ts'
import { listQueries } from '../kit/sql/list-queries.ts'
import * as v from 'valibot'
import { idArg, idsArg } from '../kit/sql/query-args.ts'
import { columnsOf, integer, namesIn, text, uuid, uuids } from '../kit/sql/row-type.ts'
import { folded, matching, sql } from '../kit/sql/sql-text.ts'
import { users } from './table.ts'

/** Sorted. */
const queueIds = sql`array(select queue_id from user_queues where user_id = u.id order by queue_id) as queue_ids`

const own = columnsOf(
  users,
  'id',
  'name',
  'email',
  'profile',
  'connectionId',
  'allTicket',
  'canLogIn',
  'invitedUntil',
  'super',
)

export const {
  window: userWindow,
  count: userCount,
  one: userById,
} = listQueries({
  noun: 'user',
  title: 'users',
  row: { ...own, queueIds: uuids },
  columns: sql`${namesIn(own, 'u')}, ${queueIds}`,
  from: sql`users u`,
  id: sql`u.id`,
  has: (term) => matching(term, sql`u.name`, sql`u.email`),
  orderBy: folded(sql`u.name`),
})

export type UserRow = RowOf<typeof userById>

const known = columnsOf(users, 'updatedAt', 'name', 'email', 'profile', 'super', 'allTicket')

/** What a session remembers of its user. */
export const ownUser = defineQuery({
  name: 'user.own',
  summary: 'A user as their own profile shows them',
  args: { userId: idArg },
  row: { ...known, queueIds: uuids },
  sql: ({ userId }) => sql`select ${namesIn(known, 'u')}, ${queueIds} from users u where id = ${userId}::uuid`,
  example: (id) => ({ userId: id('user') }),
})

const choice = columnsOf(users, 'id', 'name')

export const allUsers = defineQuery({
  name: 'user.choices',
  summary: 'All users to choose from, by name',
  args: {},
  row: choice,
  sql: () => sql`select ${namesIn(choice)} from users order by lower(name), id`,
})

export const usersOfQueue = defineQuery({
  name: 'user.ofQueue',
  summary: 'Who may be given a ticket of a queue: who works on it, and admins. Without a queue only admins',
  args: { queueId: v.nullable(idArg) },
  row: choice,
  sql: ({ queueId }) => sql`
    select ${namesIn(choice, 'u')} from users u
    where u.profile = 'admin'
      or exists (select from user_queues w where w.user_id = u.id and w.queue_id = ${queueId}::uuid)
    order by lower(u.name), u.id`,
  example: (id) => ({ queueId: id('queue') }),
})

/** What deleting them gives back. */
export const openTicketsOf = defineQuery({
  name: 'user.openTickets',
  summary: 'How many open tickets a user has',
  args: { userId: idArg },
  row: { count: integer },
  sql: ({ userId }) => sql`
    select count(*)::int as count from tickets where user_id = ${userId}::uuid and status = 'open'`,
  example: (id) => ({ userId: id('user') }),
})

export const peopleNames = defineQuery({
  name: 'user.peopleNames',
  summary: 'Names of users and contacts, by id',
  args: { ids: idsArg },
  row: { id: uuid, name: text },
  sql: ({ ids }) => sql`
    select id, name from users where id = any(${ids}::uuid[])
    union all select id, name from contacts where id = any(${ids}::uuid[])`,
  example: (id) => ({ ids: [id('user'), id('contact')] }),
})
