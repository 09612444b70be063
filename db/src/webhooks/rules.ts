// What can be told, and when it is tried again. Pure.
import * as v from 'valibot'
import { outgoingUrlArg } from '../kit/outgoing-url.ts'

/** As the triggers of migration 0069 call them. */
export const webhookEvents = [
  'message.received',
  'message.sent',
  'message.ack',
  'message.failed',
  'ticket.opened',
  'ticket.accepted',
  'ticket.transferred',
  'ticket.closed',
  'ticket.rated',
  'contact.created',
  'contact.updated',
  'connection.up',
  'connection.down',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What the test button sends. */
export const testEvent = 'webhook.test'

export const webhookColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100)),
  url: outgoingUrlArg,
  events: v.pipe(
    v.array(v.picklist(webhookEvents)),
    v.minLength(1),
    v.maxLength(webhookEvents.length),
    v.transform((events) => webhookEvents.filter((event) => events.includes(event))),
  ),
  active: v.boolean(),
}

export const maxEndpoints = 10

const [minute, hour] = [60, 3600]
/** Seconds between tries: often at first, for what is restarted; rarely later, for what is down. */
const waits = [5, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 4 * hour, 4 * hour, 6 * hour]
export const triedForSeconds = 24 * hour

/** Seconds until the next try after that many. `chance` is 0 to 1: many that failed together don't come back together. */
export function retryIn(attempts: number, retryAfter: number | null, chance: number): number {
  const wait = waits[Math.min(attempts, waits.length) - 1] ?? 0
  return Math.round(Math.max(wait, retryAfter ?? 0) * (0.9 + chance * 0.2))
}

/** The whole endpoint waits too, but never so long that what is told of others would wait for one that it can't take. */
export const endpointRetryIn = (failures: number, retryAfter: number | null, chance: number) =>
  Math.min(retryIn(failures, retryAfter, chance), Math.max(10 * minute, retryAfter ?? 0))
