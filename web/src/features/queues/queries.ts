import type { BotOption, BotSetup } from 'db/bot/flow.ts'
import type { OpeningHours } from 'db/bot/opening-hours.ts'
import type { Settings } from 'db/settings/table.ts'
import { noStoredFile } from 'db/media/media-args.ts'
import { sql, type OutboxEntry } from '../../sync/client.ts'

export interface QueueRow {
  id: string
  name: string
  color: string
  orderQueue: number
  greetingMessage: string
  outOfHoursMessage: string
  hours: OpeningHours | null
  mediaHash: string | null
  mediaName: string | null
  mediaMime: string | null
  mediaSize: number | null
}

export const allQueues = sql<QueueRow>`
  select id, name, color, order_queue, greeting_message, out_of_hours_message, hours, media_hash, media_name, media_mime,
    media_size
  from queues`

/** No row: the company has changed none. */
export const scheduleSetting = sql<Pick<Settings, 'scheduleType'>>`select schedule_type from settings limit 1`

/** Of a refused queue.create, which is no row of any table; an app of before left the later columns out. */
export function rowOf({ args }: OutboxEntry): QueueRow {
  const later = { outOfHoursMessage: '', hours: null, ...noStoredFile }
  return { ...later, ...args } as unknown as QueueRow
}

export interface OptionRow extends BotOption {
  queueId: string
  mediaMime: string | null
  mediaSize: number | null
}

/** Of all queues: a queue's tree is tried among the others'. */
export const allOptions = sql<OptionRow>`
  select id, queue_id, parent_id, option, title, message, media_hash, media_name, media_mime, media_size from queue_options`

export const companyClock = sql<{ timeZone: string; hours: OpeningHours | null }>`
  select time_zone, hours from companies limit 1`

/** The connection that offers the queue; else the default one. */
export const connectionFor = (queueId: string) => sql<
  Pick<BotSetup, 'greetingMessage' | 'outOfHoursMessage' | 'maxUseBotQueues' | 'timeUseBotQueues'>
>`
  select greeting_message, out_of_hours_message, max_use_bot_queues, time_use_bot_queues from connections c
  order by exists (select from connection_queues where connection_id = c.id and queue_id = ${queueId}::uuid) desc, is_default desc, id
  limit 1`
