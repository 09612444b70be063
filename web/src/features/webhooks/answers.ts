// What the server says of webhooks and of what they were told.
import { deliveryStatuses } from 'db/webhooks/table.ts'
import { webhookEvents } from 'db/webhooks/rules.ts'
import * as v from 'valibot'

const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

export const webhook = v.object({
  id: v.string(),
  name: v.string(),
  url: v.string(),
  events: v.array(v.picklist(webhookEvents)),
  active: v.boolean(),
  offReason: v.nullable(v.picklist(['failing', 'gone'])),
  offAt: v.nullable(instant),
  failingSince: v.nullable(instant),
})
export type Webhook = v.InferOutput<typeof webhook>

export const webhookList = v.object({ webhooks: v.array(webhook) })

/** Answered once. */
export const secretAnswer = v.object({ secret: v.string() })

const delivery = v.object({
  id: v.string(),
  event: v.string(),
  status: v.picklist(deliveryStatuses),
  attempts: v.number(),
  nextAt: instant,
  lastAttemptAt: v.nullable(instant),
  lastStatus: v.nullable(v.number()),
  lastReason: v.nullable(v.string()),
  lastMs: v.nullable(v.number()),
  createdAt: instant,
})
export type Delivery = v.InferOutput<typeof delivery>

export const deliveryPage = v.object({ deliveries: v.array(delivery), cursor: v.nullable(v.string()) })

export const deliveryDetail = v.object({
  ...delivery.entries,
  messageId: v.string(),
  body: v.string(),
  lastAnswer: v.nullable(v.string()),
})
