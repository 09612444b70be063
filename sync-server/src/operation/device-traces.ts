// POST /traces: what mutations took on the device that made them, for the collector of traces; where there is none there is no such route. A device
// says how long ago each step was, since its clock may be hours off; what a mutation is called, and whose it is, is the server's to say.
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { appliedMutations } from 'db/mutation-log/table.ts'
import { epochNow, type Step, type Told } from 'db/node/traces/traces.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'

/** ms ago; what waited for longer than a week tells of no server. */
const age = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7 * 86_400_000))

const deviceTrace = v.pipe(
  v.strictObject({
    id: idArg,
    /** Done by the person. */
    written: age,
    /** In the device's own rows. */
    shown: age,
    /** In the request that brought it to the server. */
    sent: age,
    answered: age,
    /** Back in the rows that the server tells. */
    confirmed: age,
  }),
  v.check(
    ({ written, shown, sent, answered, confirmed }) =>
      written >= shown && shown >= confirmed && written >= sent && sent >= answered && answered >= confirmed,
    'each step comes after the one before',
  ),
)
type DeviceTrace = v.InferOutput<typeof deviceTrace>

const deviceTraces = v.strictObject({ mutations: v.pipe(v.array(deviceTrace), v.minLength(1), v.maxLength(100)) })

/** Mutations: more than anybody writes, also with several devices. */
const perPerson = { points: 600, duration: 60 }

export const deviceTraceDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/traces',
    summary: 'What own mutations took on this device, in ms ago; only where traces are collected',
    body: deviceTraces,
    status: 204,
  },
]

export function deviceTraceRoutes({ db, traces }: Services) {
  const limiter = new RateLimiterMemory(perPerson)
  return new Hono<Authenticated>().post('/traces', async (c) => {
    const { companyId, userId } = c.get('actor')
    const now = epochNow()
    const told = parseArgs(deviceTraces, await readJson(c))
    if (!traces) throw new AppError('ERR_NOT_FOUND')
    await consume(limiter, userId, told.mutations.length)
    const byId = new Map(told.mutations.map((one) => [one.id, one]))
    // Of what is not this person's own, as of what there is not, nothing is told.
    const own = await db.orm
      .select({ id: appliedMutations.id, name: appliedMutations.name })
      .from(appliedMutations)
      .where(
        and(
          inArray(appliedMutations.id, [...byId.keys()]),
          eq(appliedMutations.companyId, companyId),
          eq(appliedMutations.userId, userId),
        ),
      )
    for (const { id, name } of own) {
      const one = byId.get(id)
      if (one) traces.tell({ ...partOf(one, now), name: `device ${name}`, companyId })
    }
    return c.body(null, 204)
  })
}

function partOf({ id, ...ages }: DeviceTrace, now: number): Omit<Told, 'name' | 'companyId'> {
  const step = (name: string, from: keyof typeof ages, to: keyof typeof ages): Step => ({
    name,
    from: now - ages[from],
    to: now - ages[to],
  })
  const steps = [
    step('show', 'written', 'shown'),
    step('wait', 'written', 'sent'),
    step('push', 'sent', 'answered'),
    step('sync', 'answered', 'confirmed'),
  ]
  return {
    mutationId: id,
    service: 'browser',
    is: 'device',
    from: now - ages.written,
    to: now - ages.confirmed,
    steps,
  }
}
