// How the installation does, as the API answers and a super user's page reads it.
import * as v from 'valibot'

/** ms; null where nothing happened. */
const delay = v.object({ count: v.number(), p50: v.nullable(v.number()), p95: v.nullable(v.number()) })
const ofKinds = v.object({ in: delay, device: delay, ack: delay })

export const operationAnswer = v.object({
  delays: v.object({
    all: ofKinds,
    companies: v.array(v.object({ id: v.string(), name: v.string(), delays: ofKinds })),
  }),
  queues: v.array(v.object({ name: v.string(), due: v.number(), oldest: v.number(), failed: v.number() })),
  slots: v.array(v.object({ name: v.string(), active: v.boolean(), status: v.string(), kept: v.number() })),
  connections: v.array(v.object({ status: v.string(), count: v.number() })),
  leases: v.number(),
  workers: v.number(),
  devices: v.number(),
  failingDevices: v.number(),
  databaseBytes: v.number(),
  memoryBytes: v.number(),
  heapBytes: v.number(),
  loopDelayMs: v.number(),
})
export type Operation = v.InferOutput<typeof operationAnswer>
