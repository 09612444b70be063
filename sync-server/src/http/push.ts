// POST /api/mutations: a device's outbox, in order. Each mutation has its own transaction and its own answer.
// Invariant: an answer is given for a prefix of the batch; what has none was not applied and is pushed again.
import { idArg } from 'db/kit/args.ts'
import { parseShape } from 'db/kit/define-mutation.ts'
import type { ErrorCode, ErrorDetails } from 'db/kit/errors.ts'
import { createHold } from 'db/kit/hold.ts'
import { refusalKindOf } from 'db/mutations.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { applyMutation, type MutationCall } from './apply-mutation.ts'
import type { Authenticated, Services } from './context.ts'
import { currentLsn } from '../log-position.ts'
import { isPassing } from 'db/node/errors/passing-error.ts'
import { refusalOf } from './errors.ts'
import { readJson } from './read-json.ts'

export const pushBody = v.strictObject({
  mutations: v.pipe(
    v.array(v.strictObject({ id: idArg, name: v.pipe(v.string(), v.maxLength(100)), args: v.unknown() })),
    v.minLength(1),
    v.maxLength(100),
  ),
})

const result = v.variant('status', [
  v.object({ id: idArg, status: v.literal('applied'), lsn: v.string() }),
  v.object({ id: idArg, status: v.literal('rejected'), code: v.string(), details: v.optional(v.looseObject({})) }),
  v.object({ id: idArg, status: v.literal('held') }),
])
/** Results of the batch's first calls, in their order; a call without a result is sent again. */
export const pushAnswer = v.object({
  results: v.array(result),
  /** Traces are collected: the device may tell its part (POST /traces). */
  traced: v.optional(v.literal(true)),
})

type PushResult =
  | { id: string; status: 'applied'; /** WAL position (decimal) at or past its commit. */ lsn: string }
  | { id: string; status: 'rejected'; code: ErrorCode; details?: ErrorDetails }
  /** Not looked at: it names the row of a call that was rejected before it in this batch. */
  | { id: string; status: 'held' }

type Outcome = 'applied' | 'held' | { code: ErrorCode; details?: ErrorDetails }

export function pushRoute(services: Services) {
  return new Hono<Authenticated>().post('/mutations', async (c) => {
    const batch = parseShape(pushBody, await readJson(c))
    const outcomes: Outcome[] = []
    const hold = createHold(refusalKindOf)
    for (const call of batch.mutations) {
      const isHeld = hold.holderOf(call) !== undefined
      const outcome = isHeld
        ? 'held'
        : await outcomeOf(services, () => applyMutation(services, c.get('actor'), call, 'push'), call)
      if (outcome === 'retry') break
      if (typeof outcome === 'object') hold.refuse(call)
      outcomes.push(outcome)
    }
    const lsn = await currentLsn(services.db)
    const results = outcomes.map((outcome, index): PushResult => {
      const id = batch.mutations[index]?.id ?? ''
      if (typeof outcome === 'object') return { id, status: 'rejected', ...outcome }
      return outcome === 'applied' ? { id, status: outcome, lsn } : { id, status: outcome }
    })
    return c.json({ results, ...(services.traces && { traced: true }) })
  })
}

async function outcomeOf(
  { logger }: Services,
  apply: () => Promise<void>,
  call: MutationCall,
): Promise<Outcome | 'retry'> {
  try {
    await apply()
    return 'applied'
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) return { code: refusal.code, ...(refusal.details && { details: refusal.details }) }
    logger.error({ err: error, mutation: call.name, id: call.id }, 'mutation failed')
    // A failure that would come again must not block the outbox for ever: the person sees it and may retry.
    return isPassing(error) ? 'retry' : { code: 'ERR_INTERNAL' }
  }
}
