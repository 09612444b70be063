// Invitations: a user without a password gets a link, by mail or from their admin, and chooses one. Who is invited counts as a user of the company and
// can't log in. Invariant: there is one link a person, the newest; whoever has a password is invited no more.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError, invalid } from 'db/kit/errors.ts'
import { dropInvitation, linkMs, linkPath, makeLink, noteInvitation } from 'db/node/accounts/links.ts'
import { syncedUsers } from 'db/users/table.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import { instant } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { managedUser } from './managed-user.ts'
import { sendsMail } from './sends-mail.ts'

const body = v.strictObject({ by: v.picklist(['mail', 'link']) })
const path = '/users/:id/invitation'

export const invitationDocs: RouteDoc[] = [
  {
    method: 'post',
    path,
    summary: 'Invite a user who has no password yet, anew too; the link is good once, for 7 days',
    description:
      'By `mail` it goes to their address and `path` is null; by `link` it is answered, to be sent by any way.',
    body,
    status: 200,
    answer: v.object({ path: v.nullable(v.string()), expiresAt: instant }),
  },
  { method: 'delete', path, summary: 'Revoke an invitation', status: 204 },
]

export function invitationRoutes({ db, env, jobs }: Services) {
  const app = new Hono<Authenticated>()
  app.post('/:id/invitation', async (c) => {
    const actor = c.get('actor')
    const { by } = parseArgs(body, await readJson(c))
    const now = new Date()
    const made = await db.orm.transaction(async (tx) => {
      const user = await managedUser(tx, actor, c.req.param('id'), syncedUsers.scope(actor))
      if (by === 'mail' && !sendsMail(env)) throw new AppError('ERR_MAIL_NOT_CONFIGURED')
      if (user.canLogIn) throw invalid('id', 'Has a password')
      await recordAudit(tx, { ...actorIn(actor), action: 'user.invited', subject: user, details: { by } }, now)
      if (by === 'link') return makeLink(tx, 'invitation', user, now)
      await dropInvitation(tx, user.id)
      const expiresAt = new Date(now.getTime() + linkMs.invitation)
      await noteInvitation(tx, user.id, expiresAt)
      await jobs.sendAccountLetter(tx, { kind: 'invitation', userId: user.id, by: actor.name })
      return { token: null, expiresAt }
    })
    const { token, expiresAt } = made
    return c.json({ path: token === null ? null : linkPath('invitation', token), expiresAt })
  })
  app.delete('/:id/invitation', async (c) => {
    const actor = c.get('actor')
    await db.orm.transaction(async (tx) => {
      const user = await managedUser(tx, actor, c.req.param('id'), syncedUsers.scope(actor))
      await dropInvitation(tx, user.id)
      await recordAudit(tx, { ...actorIn(actor), action: 'invitation.revoked', subject: user }, new Date())
    })
    return c.body(null, 204)
  })
  return app
}
