import type { Profile } from 'db/kit/actor.ts'
import { folded, matching } from '../../lib/folded.ts'
import { sql } from '../../sync/client.ts'

export interface UserRow {
  id: string
  name: string
  email: string
  profile: Profile
  /** Sorted. */
  queueIds: string[]
  connectionId: string | null
  allTicket: boolean
  /** They were given a password. */
  canLogIn: boolean
}

const named = (term: string) => matching(term, sql`u.name`, sql`u.email`)

const columns = sql`u.id, u.name, u.email, u.profile, u.connection_id, u.all_ticket, u.can_log_in,
  array(select queue_id from user_queues where user_id = u.id order by queue_id) as queue_ids`

export const userWindow = (term: string, limit: number) =>
  sql<UserRow>`select ${columns} from users u where ${named(term)} order by ${folded(sql`u.name`)}, u.id limit ${limit}`

export const userCount = (term: string) =>
  sql<{ count: number }>`select count(*)::int as count from users u where ${named(term)}`

export const userById = (id: string) => sql<UserRow>`select ${columns} from users u where u.id = ${id}::uuid`

/** What deleting them gives back. */
export const openTicketsOf = (id: string) => sql<{ count: number }>`
  select count(*)::int as count from tickets where user_id = ${id}::uuid and status = 'open'`

export interface QueueChoice {
  id: string
  name: string
  color: string
}

export const queueChoices = sql<QueueChoice>`select id, name, color from queues order by order_queue, name, id`

export const connectionChoices = sql<{ id: string; name: string }>`select id, name from connections order by name, id`

/** No row: the company has changed none. */
export const userCreation = sql<{ userCreation: 'enabled' | 'disabled' }>`select user_creation from settings limit 1`
