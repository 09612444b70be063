// POST /users/:id/password-link: an admin makes the link that a mail would have, for who forgot their password. Of their own company's people, a super
// user of everybody's. Invariant: the answer is the only place where the token ever is.
import { recordAudit } from 'db/audit/record.ts'
import { idArg } from 'db/kit/args.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { linkPath, makeLink } from 'db/node/accounts/links.ts'
import { mayTouch } from 'db/users/rules.ts'
import { syncedUsers, users } from 'db/users/table.ts'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'

/** `path`: of this app, behind the address that people open it by. */
export const linkAnswer = v.object({ path: v.string(), expiresAt: instant })

export const makeLinkDocs: RouteDoc[] = [
  {
    method: 'post',
    path: '/users/:id/password-link',
    summary: 'Make a link for the new password of a user who forgot theirs; good once, for 30 minutes',
    status: 200,
    answer: linkAnswer,
  },
]

export function makeLinkRoutes({ db }: Services) {
  const app = new Hono<Authenticated>()
  app.post('/:id/password-link', async (c) => {
    const actor = c.get('actor')
    if (!hasPermission(actor, 'users-page:edit')) throw new AppError('ERR_NO_PERMISSION')
    const id = parseArgs(idArg, c.req.param('id'))
    // Else it would be a way around the present password, for whoever sits down at an open desk.
    if (id === actor.userId) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
    const now = new Date()
    const made = await db.orm.transaction(async (tx) => {
      const [user] = await tx
        .select({ id: users.id, companyId: users.companyId, name: users.name, super: users.super })
        .from(users)
        .where(and(eq(users.id, id), inReach(actor)))
      if (!user) throw new AppError('ERR_NO_USER_FOUND')
      if (!mayTouch(actor, user)) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
      // In the log of the company whose person it is.
      const said = { companyId: user.companyId, by: { id: actor.userId, name: actor.name } }
      await recordAudit(tx, { ...said, action: 'password.linkMade', subject: { id, name: user.name } }, now)
      return makeLink(tx, 'password', user, now)
    })
    return c.json({ path: linkPath('password', made.token), expiresAt: made.expiresAt })
  })
  return app
}

const inReach = (actor: UserActor) => (actor.super ? undefined : syncedUsers.scope(actor))
