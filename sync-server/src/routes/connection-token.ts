// The external API's token of a connection: POST /whatsapp/:id/token makes a new one and answers it, DELETE takes it away.
// No mutation, because a secret must not lie in an outbox. Invariant: only its hash is kept, so it is seen once.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import { assertPlanHas } from 'db/companies/features.ts'
import { connections, syncedConnections } from 'db/connections/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { newToken } from '../messages-api/token.ts'

const path = '/whatsapp/:id/token'

export const connectionTokenDocs: RouteDoc[] = [
  {
    method: 'post',
    path,
    summary: 'A new token for the external API, answered once; the old one ends',
    status: 201,
    answer: v.object({ token: v.string() }),
  },
  { method: 'delete', path, summary: 'Take the token away', status: 204 },
]

export function connectionTokenRoutes(services: Services) {
  const app = new Hono<Authenticated>()
  app.post('/:id/token', async (c) => {
    const token = newToken()
    await assertPlanHas(services.db.orm, { actor: c.get('actor'), side: 'server' }, 'useExternalApi')
    await keep(services, c.get('actor'), c.req.param('id'), token)
    c.header('cache-control', 'no-store')
    return c.json({ token }, 201)
  })
  app.delete('/:id/token', async (c) => {
    await keep(services, c.get('actor'), c.req.param('id'), null)
    return c.body(null, 204)
  })
  return app
}

async function keep({ db }: Services, actor: UserActor, input: string, token: string | null) {
  if (!hasPermission(actor, 'connections-page:editOrDeleteConnection')) throw new AppError('ERR_NO_PERMISSION')
  const id = parseArgs(idArg, input)
  const rows = await db.orm
    .update(connections)
    .set({ tokenHash: token && hashToken(token), tokenHint: token && token.slice(-4), updatedAt: new Date() })
    .where(and(eq(connections.id, id), syncedConnections.scope(actor)))
    .returning({ id: connections.id })
  if (rows.length === 0) throw new AppError('ERR_NO_WAPP_FOUND')
  const said = {
    action: 'secret.changed' as const,
    subject: { id, name: '' },
    details: { fields: ['connection:token'] },
  }
  await recordAudit(db.orm, { ...actorIn(actor), ...said }, new Date())
}
