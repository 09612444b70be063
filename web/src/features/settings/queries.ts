import type { OpeningHours } from 'db/bot/opening-hours.ts'
import type { Settings } from 'db/settings/table.ts'
import { sql } from '../../sync/client.ts'

/** No row: the company has changed none. */
export const companySettings = sql<Settings>`
  select user_rating, schedule_type, check_msg_is_group, call, chat_bot_type, send_greeting_accepted, send_msg_transf_ticket,
    user_creation, campaigns_enabled, reopen_window_minutes from settings limit 1`

export interface CompanyRow {
  id: string
  timeZone: string
  archiveAfterDays: number
  hours: OpeningHours | null
}

export const ownCompany = sql<CompanyRow>`select id, time_zone, archive_after_days, hours from companies limit 1`
