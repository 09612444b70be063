// What the server says of campaigns: what a start would mean, the report, the people behind it, and who said stop.
import * as v from 'valibot'

const moment = v.nullable(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
)
const count = v.number()

export const forecast = v.object({
  people: count,
  valid: count,
  invalid: count,
  optedOut: count,
  repeated: count,
  unchecked: count,
  ahead: count,
  endsAt: moment,
  examples: v.array(
    v.object({ name: v.string(), number: v.string(), question: v.nullable(v.string()), message: v.string() }),
  ),
})
export type Forecast = v.InferOutput<typeof forecast>

export const report = v.object({
  all: count,
  valid: count,
  invalid: count,
  optedOut: count,
  repeated: count,
  delivered: count,
  failed: count,
  waiting: count,
  received: count,
  read: count,
  answered: count,
  stopped: count,
  asked: count,
  confirmed: count,
  failures: v.array(v.object({ error: v.string(), count })),
  variants: v.array(
    v.object({ variant: count, sent: count, delivered: count, read: count, answered: count, stopped: count }),
  ),
})
export type Report = v.InferOutput<typeof report>

export const peoplePage = v.object({
  people: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      number: v.string(),
      email: v.string(),
      state: v.string(),
      error: v.nullable(v.string()),
      variant: v.nullable(count),
      confirmationRequestedAt: moment,
      confirmedAt: moment,
      sentAt: moment,
      deliveredAt: moment,
      receivedAt: moment,
      readAt: moment,
      answeredAt: moment,
      optedOutAt: moment,
    }),
  ),
  cursor: v.nullable(v.string()),
  count,
})
export type Person = v.InferOutput<typeof peoplePage>['people'][number]

export const optOutPage = v.object({
  optOuts: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      number: v.nullable(v.string()),
      campaignName: v.string(),
      body: v.string(),
      createdAt: v.pipe(
        v.string(),
        v.transform((text) => new Date(text)),
      ),
      revokedAt: moment,
      revokedByName: v.nullable(v.string()),
      revokeReason: v.nullable(v.string()),
    }),
  ),
  cursor: v.nullable(v.string()),
  count,
})
export type OptOut = v.InferOutput<typeof optOutPage>['optOuts'][number]
