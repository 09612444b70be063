// POST /users and PUT /users/:id as the specification has them, with a password, and PUT /users/:id/password for the app.
// The rest of a user is the mutations'; the password is none of it, because a secret must not lie in an outbox.
// Invariant: a new password ends the user's sessions.
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/columns.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { hashPassword } from 'db/node/password.ts'
import { userColumns } from 'db/users/mutations.ts'
import { newPassword } from 'db/users/rules.ts'
import { syncedUsers, users } from 'db/users/table.ts'
import { and, eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { applyMutation } from '../http/apply-mutation.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { readJson } from '../http/read-json.ts'
import type { RouteDoc } from '../http/route-doc.ts'
import { endSessions } from '../http/session.ts'

const { name, email, profile, queueIds, connectionId } = userColumns
const optional = {
  profile: v.optional(profile),
  queueIds: v.optional(queueIds),
  whatsappId: v.optional(connectionId),
  allTicket: v.optional(v.picklist(['enable', 'disable'])),
}
const newUser = v.strictObject({ name, email, password: newPassword, ...optional })
const changedUser = v.strictObject({
  name: v.optional(name),
  email: v.optional(email),
  password: v.optional(newPassword),
  ...optional,
})
const passwordBody = v.strictObject({ password: newPassword })

export const userDocs: RouteDoc[] = [
  { method: 'post', path: '/users', summary: 'Add a user', body: newUser, status: 201 },
  { method: 'put', path: '/users/:id', summary: 'Change a user', body: changedUser, status: 200 },
  { method: 'put', path: '/users/:id/password', summary: 'Give a user a password', body: passwordBody, status: 204 },
]

export function userRoutes(services: Services) {
  const app = new Hono<Authenticated>()
  app.post('/', async (c) => {
    const { password, ...body } = parseArgs(newUser, await readJson(c))
    const id = mutationId(c)
    await applyMutation(services, c.get('actor'), { id, name: 'user.create', args: { id, ...argsOf(body) } })
    await setPassword(services, c.get('actor'), id, password)
    return c.json({ id, uuid: id }, 201)
  })
  app.put('/:id', async (c) => {
    const { password, ...body } = parseArgs(changedUser, await readJson(c))
    const id = parseArgs(idArg, c.req.param('id'))
    const changes = Object.fromEntries(Object.entries(argsOf(body)).map(([key, to]) => [key, { to }]))
    const call = { id: mutationId(c), name: 'user.update', args: { id, changes } }
    await applyMutation(services, c.get('actor'), call)
    if (password !== undefined) await setPassword(services, c.get('actor'), id, password)
    return c.json({ id, uuid: id })
  })
  app.put('/:id/password', async (c) => {
    const { password } = parseArgs(passwordBody, await readJson(c))
    await setPassword(services, c.get('actor'), c.req.param('id'), password)
    return c.body(null, 204)
  })
  return app
}

function mutationId(c: Context) {
  const key = c.req.header('idempotency-key')
  return key === undefined ? newId() : parseArgs(idArg, key)
}

/** The specification's names for the mutation's. */
function argsOf({ whatsappId, allTicket, ...rest }: Omit<v.InferOutput<typeof changedUser>, 'password'>) {
  return {
    ...rest,
    ...(whatsappId !== undefined && { connectionId: whatsappId }),
    ...(allTicket !== undefined && { allTicket: allTicket === 'enable' }),
  }
}

async function setPassword({ db }: Services, actor: UserActor, input: string, password: string) {
  if (!hasPermission(actor, 'users-page:edit')) throw new AppError('ERR_NO_PERMISSION')
  const id = parseArgs(idArg, input)
  const passwordHash = await hashPassword(password)
  await db.orm.transaction(async (tx) => {
    const rows = await tx
      .update(users)
      .set({ passwordHash, updatedAt: new Date() })
      .where(and(eq(users.id, id), syncedUsers.scope(actor)))
      .returning({ id: users.id })
    if (rows.length === 0) throw new AppError('ERR_NO_USER_FOUND')
    await endSessions(tx, id)
  })
}
