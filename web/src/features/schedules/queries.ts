import type { ScheduleStatus } from 'db/schedules/table.ts'
import { matching } from '../../lib/folded.ts'
import type { StoredFile } from '../../lib/stored-file.ts'
import { sql } from '../../sync/query.ts'

export interface ScheduleRow extends StoredFile {
  id: string
  body: string
  /** '' until one is chosen. */
  contactId: string
  /** Null of one that the server refused to make, and of a contact that is gone. */
  contactName: string | null
  /** A text in the entries of the outbox. */
  sendAt: Date | string
  sentAt: Date | null
  status: ScheduleStatus
  error: string | null
}

const having = (term: string) => matching(term, sql`c.name`, sql`s.body`)

const columns = sql`s.id, s.body, s.contact_id, c.name as contact_name, s.send_at, s.sent_at, s.status, s.error,
  s.media_hash, s.media_name, s.media_mime, s.media_size`

const joined = sql`schedules s left join contacts c on c.id = s.contact_id`

/** Still to come, or on its way. */
const isAhead = sql`(s.status = 'PENDENTE' or s.status = 'AGENDADA')`

/** What is to come, soonest first; then what was, latest first. */
export const scheduleWindow = (term: string, limit: number) => sql<ScheduleRow>`
  select ${columns} from ${joined} where ${having(term)}
  order by ${isAhead} desc, case when ${isAhead} then s.send_at end, s.send_at desc, s.id limit ${limit}`

export const scheduleCount = (term: string) =>
  sql<{ count: number }>`select count(*)::int as count from ${joined} where ${having(term)}`

export const scheduleById = (id: string) => sql<ScheduleRow>`select ${columns} from ${joined} where s.id = ${id}::uuid`
