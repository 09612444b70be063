// GET /auth/devices and DELETE /auth/devices/:id: where one is logged in, and ending it there. One's own alone: anybody else's is not found.
// Like logging out it is there for overdue companies too.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { countThrownOutDaily, liveLogins } from 'db/users/logins.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { instant, nullableText, uuid } from '../http/openapi/answer-schema.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { requireSession } from '../http/login/require-session.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { endLogin } from '../http/login/session.ts'

const devicesAnswer = v.object({
  devices: v.array(
    v.object({
      id: uuid,
      browser: nullableText,
      system: nullableText,
      /** The one that asks. */
      current: v.boolean(),
      createdAt: instant,
      lastSeenAt: instant,
    }),
  ),
})

export const deviceDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/auth/devices',
    summary: 'Where the user is logged in, newest first',
    status: 200,
    answer: devicesAnswer,
  },
  {
    method: 'get',
    path: '/auth/devices/replaced',
    summary:
      'How many people of the company a login elsewhere logs out almost daily, for those who may allow more devices',
    status: 200,
    answer: v.object({ people: v.number() }),
  },
  { method: 'delete', path: '/auth/devices/:id', summary: 'Log the user out there', status: 204 },
]

export function deviceRoutes(services: Services) {
  const { db } = services
  const app = new Hono<Authenticated>()
  app.use(requireSession(services))
  app.get('/', async (c) => {
    const live = await liveLogins(db.orm, c.get('actor').userId, new Date())
    const devices = live.map(({ id, browser, system, createdAt, lastSeenAt }) => ({
      id,
      browser,
      system,
      current: id === c.get('loginId'),
      createdAt,
      lastSeenAt,
    }))
    return c.json({ devices })
  })
  app.get('/replaced', async (c) => {
    const actor = c.get('actor')
    if (!hasPermission(actor, 'settings-page:edit')) throw new AppError('ERR_NO_PERMISSION')
    return c.json({ people: await countThrownOutDaily(db.orm, actor.companyId, new Date()) })
  })
  app.delete('/:id', async (c) => {
    const id = parseArgs(idArg, c.req.param('id'))
    if (!(await endLogin(db, c.get('actor').userId, id, new Date()))) throw new AppError('ERR_NOT_FOUND')
    await recordAudit(db.orm, { ...actorIn(c.get('actor')), action: 'session.ended' }, new Date())
    return c.body(null, 204)
  })
  return app
}
