// POST /users/:id/password-link: an admin makes the link that a mail would have, for who forgot their password. Of their own company's people, a super
// user of everybody's. Invariant: the answer is the only place where the token ever is.
import { recordAudit } from 'db/audit/record.ts'
import { invalid } from 'db/kit/errors.ts'
import { linkPath, makeLink } from 'db/node/accounts/links.ts'
import { syncedUsers } from 'db/users/table.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { managedUser } from './managed-user.ts'

export const makeLinkDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/users/:id/password-link',
    summary: 'Make a link for the new password of a user who forgot theirs; good once, for 30 minutes',
    description: '`path` is of the app, below the address that people open it by.',
    status: 200,
    answer: v.object({ path: v.string(), expiresAt: instant }),
  },
]

export function makeLinkRoutes({ db }: Services) {
  const app = new Hono<Authenticated>()
  app.post('/:id/password-link', async (c) => {
    const actor = c.get('actor')
    const now = new Date()
    const made = await db.orm.transaction(async (tx) => {
      const user = await managedUser(tx, actor, c.req.param('id'), actor.super ? undefined : syncedUsers.scope(actor))
      if (!user.canLogIn) throw invalid('id', 'Has no password: invite them')
      // In the log of the company whose person it is.
      const said = { companyId: user.companyId, by: { id: actor.userId, name: actor.name } }
      await recordAudit(tx, { ...said, action: 'password.linkMade', subject: user }, now)
      return makeLink(tx, 'password', user, now)
    })
    return c.json({ path: linkPath('password', made.token), expiresAt: made.expiresAt })
  })
  return app
}
