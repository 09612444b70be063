// GET and POST /presence: who is here. No mutation and no shape: it is asked for while somebody looks, and what a device says of itself is
// worth nothing later.
import { parseArgs } from 'db/kit/define-mutation.ts'
import { noteAway } from 'db/users/logins.ts'
import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { consume } from '../http/consume.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { presenceAnswer, readPresence } from '../reads/presence.ts'

/** For how long, because a device's clock may be hours off; null: whoever works with it is back. */
const presenceBody = v.strictObject({
  awaySeconds: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7 * 86_400))),
})

/** A device says it when it changes. */
const perPerson = { points: 30, duration: 60 }

export const presenceDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/presence',
    summary: 'Who of the company is here, and since when not',
    description: 'Which tickets they have before them is told to supervisors and admins, of those that they may see.',
    status: 200,
    answer: presenceAnswer,
  },
  {
    method: 'post',
    path: '/presence',
    summary: 'Whether somebody works with the app on this device, or how long nobody has',
    body: presenceBody,
    status: 204,
  },
]

export const presenceReads = ({ db }: Pick<Services, 'db'>) =>
  new Hono<Authenticated>().get('/presence', async (c) => c.json(await readPresence(db, c.get('actor'), new Date())))

export function presenceRoutes({ db }: Services) {
  const limiter = new RateLimiterMemory(perPerson)
  return new Hono<Authenticated>().post('/presence', async (c) => {
    const { awaySeconds } = parseArgs(presenceBody, await readJson(c))
    await consume(limiter, c.get('actor').userId)
    const awaySince = awaySeconds === null ? null : new Date(Date.now() - awaySeconds * 1000)
    await noteAway(db.orm, c.get('loginId'), awaySince)
    return c.body(null, 204)
  })
}
