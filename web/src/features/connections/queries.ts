import { connectionDefaults } from 'db/connections/mutations.ts'
import type { ConnectionStatus, StatusReason } from 'db/connections/table.ts'
import { sql, type OutboxEntry } from '../../sync/client.ts'

/** What a person sets up. */
export interface ConnectionSettings {
  name: string
  isDefault: boolean
  queueIds: string[]
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  sendIdQueue: string | null
  timeSendQueue: number
  maxUseBotQueues: number
  timeUseBotQueues: number
  expiresTicket: number
  expiresInactiveMessage: string
}

export interface ConnectionRow extends ConnectionSettings {
  id: string
  status: ConnectionStatus
  statusReason: StatusReason | null
  statusAt: Date
  retries: number
  retryAt: Date | null
  number: string | null
  connectedAt: Date | null
  lastMessageAt: Date | null
  tokenHint: string | null
}

export const allConnections = sql<ConnectionRow>`
  select c.id, c.name, c.is_default, c.greeting_message, c.complation_message, c.out_of_hours_message, c.rating_message,
    c.send_id_queue, c.time_send_queue, c.max_use_bot_queues, c.time_use_bot_queues, c.expires_ticket,
    c.expires_inactive_message, c.status, c.status_reason, c.status_at, c.retries, c.retry_at, c.number, c.connected_at,
    c.last_message_at, c.token_hint,
    array(select q.queue_id from connection_queues q where q.connection_id = c.id order by q.queue_id) as queue_ids
  from connections c order by c.is_default desc, c.name, c.id`

/** Of a refused connection.create, which is no row of any table. */
export function rowOf({ args, at }: OutboxEntry): ConnectionRow {
  const unmade = { status: 'DISCONNECTED', statusReason: null, statusAt: at, retries: 0, retryAt: null } as const
  const unused = { number: null, connectedAt: null, lastMessageAt: null, tokenHint: null }
  return { ...connectionDefaults, ...unmade, ...unused, ...(args as { id: string; name: string }) }
}

export interface QueueChoice {
  id: string
  name: string
  color: string
}

export const queueChoices = sql<QueueChoice>`select id, name, color from queues order by order_queue, name, id`

/** What deleting a connection would close. */
export const openTickets = (connectionId: string) => sql<{ count: number }>`
  select count(*)::int as count from tickets where connection_id = ${connectionId} and status <> 'closed'`

export interface TrafficDay {
  id: string
  /** 'YYYY-MM-DD', of the company. */
  day: string
  delivered: number
  stored: number
  changed: number
  ignored: Record<string, number>
  sent: number
  refused: number
}

/** The latest first. */
export const trafficOf = (connectionId: string) => sql<TrafficDay>`
  select id, day, delivered, stored, changed, ignored, sent, refused from connection_days
  where connection_id = ${connectionId} order by day desc limit 14`

/** Own messages that WhatsApp has not answered for yet. */
export const waitingOf = (connectionId: string) => sql<{ count: number }>`
  select count(*)::int as count from messages where connection_id = ${connectionId} and from_me and ack = 0`

export const timeZones = sql<{ timeZone: string }>`select time_zone from companies limit 1`
