// The demo on one's own machine: who can be played, and customers that write soon after somebody came. Nothing of it is there without DEMO=1.
import { AppError } from 'db/kit/errors.ts'
import { demoLogins, demoPassword, demoRoles } from 'db/node/seed.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Env } from '../env.ts'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'

/** Who comes a second time within it finds those who wrote already. */
const quietMs = 10 * 60_000

export const demoInfoAnswer = v.object({
  password: v.string(),
  people: v.array(v.object({ name: v.string(), role: v.picklist(demoRoles), company: v.string(), email: v.string() })),
  /** Where the simulated phones are. */
  phones: v.nullable(v.string()),
})

/** Null: this is no demo. */
export function demoInfo({ DEMO, SIMULATOR_URL }: Env): v.InferOutput<typeof demoInfoAnswer> | null {
  return DEMO === '1' ? { password: demoPassword, people: [...demoLogins], phones: SIMULATOR_URL ?? null } : null
}

export const demoDocs: RouteDoc[] = [
  { method: 'post', path: '/demo/customers', summary: 'Let the customers of a demo write', status: 204 },
]

export function demoRoutes({ env }: Pick<Services, 'env'>) {
  const app = new Hono<Authenticated>()
  let wroteAt = -Infinity
  app.post('/customers', async (c) => {
    if (demoInfo(env)?.phones == null) throw new AppError('ERR_NOT_FOUND')
    const now = performance.now()
    if (now - wroteAt > quietMs) {
      wroteAt = now
      const begun = await fetch(`${env.SIMULATOR_URL}/admin/scenarios/first-minute`, { method: 'POST', body: '{}' })
      // No number is linked yet: whoever comes next tries again.
      if (!begun.ok) wroteAt = -Infinity
    }
    return c.body(null, 204)
  })
  return app
}
