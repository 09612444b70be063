// POST /users and PUT /users/:id as the specification has them, with a password, and PUT /users/:id/password for the app.
// The rest of a user is the mutations'; the password is none of it, because a secret must not lie in an outbox. Who doesn't manage users
// changes name and e-mail of their own row by PUT /users/:id; what else it says of it is not theirs to set, and is left as it is.
// Invariant: a new password ends the user's sessions, one's own takes the present one or a second factor of just now, and a super user gets one from super users only.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { hashPassword } from 'db/node/password.ts'
import { userColumns } from 'db/users/mutations.ts'
import { mayTouch, newPassword } from 'db/users/rules.ts'
import { syncedUsers, users } from 'db/users/table.ts'
import { and, eq } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { applyMutation } from '../http/apply-mutation.ts'
import { assertGoodIn, assertGoodOf } from '../accounts/good-password.ts'
import { assertStillThem, currentPassword } from '../accounts/still-them.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { inTermsOfBody } from '../http/openapi/in-terms-of-body.ts'
import { isBody } from '../http/openapi/loose-values.ts'
import { readChanged } from '../http/put-back.ts'
import { readJson } from '../http/read-json.ts'
import { requestId } from '../http/request-id.ts'
import { resources } from '../http/resources.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { endAllLogins } from '../http/login/session.ts'
import { plainBody } from '../http/openapi/specified-bodies.ts'
import { userAnswer } from '../reads/users.ts'
import { createLoginLimit } from './login-limit.ts'
import { resetFactors } from '../second-factors/own-routes.ts'

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
  /** Beside a new password of one's own. */
  currentPassword: v.optional(currentPassword),
  ...optional,
})
const passwordBody = v.strictObject({ password: newPassword, currentPassword: v.optional(currentPassword) })

export const userDocs: RouteDoc[] = [
  { method: 'post', path: '/users', summary: 'Add a user', body: newUser, status: 201, answer: userAnswer },
  {
    method: 'put',
    path: '/users/:id',
    summary: 'Change a user',
    description:
      'Who does not manage users changes name and e-mail of their own; what else is sent stays as it is. A new password of one’s own takes `currentPassword`, as PUT /users/me/password does, and ends all sessions here.',
    body: changedUser,
    status: 200,
    answer: userAnswer,
  },
  {
    method: 'put',
    path: '/users/:id/password',
    summary: 'Give a user a password; the own one takes `currentPassword`',
    body: passwordBody,
    status: 204,
  },
  {
    method: 'delete',
    path: '/users/:id/second-factor',
    summary: 'Take away what a user shows beside the password, who lost it; their sessions end',
    status: 204,
  },
]

/** What an edit may send back of a user as it was read. */
const ofRow = Object.keys(userAnswer.entries)

export function userRoutes(services: Services) {
  const limit = createLoginLimit(services.db)
  const app = new Hono<Authenticated>()
  /** Another's is an admin's to set. */
  const assertMaySet = async (
    c: Context<Authenticated>,
    id: string,
    { password, given }: { password: string; given: string | undefined },
  ) => {
    const actor = c.get('actor')
    const isOwn = id === actor.userId
    if (!isOwn && !hasPermission(actor, 'users-page:edit')) throw new AppError('ERR_NO_PERMISSION')
    const missing = new AppError('ERR_NO_PERMISSION', { field: 'password' })
    if (isOwn) await assertStillThem(services, limit, { actor, loginId: c.get('loginId'), given }, missing)
    await assertGoodOf(services, password, { id, companyId: actor.companyId })
  }
  app.post('/', async (c) => {
    const actor = c.get('actor')
    const { password, ...body } = readUser(await readJson(c), actor, newUser, ['companyId'])
    const id = requestId(c)
    await assertGoodIn(services, password, actor.companyId, body.email)
    await applyMutation(services, actor, { id, name: 'user.create', args: { id, ...argsOf(body) } })
    await setPassword(services, actor, id, password)
    return c.json(await shownUser(services, actor, id), 201)
  })
  app.put('/:id', async (c) => {
    const actor = c.get('actor')
    const id = parseArgs(idArg, c.req.param('id'))
    const { before, changed } = await readChanged(c, () => shownUser(services, actor, id))
    if (changed === null) return c.json(before)
    const { password, currentPassword: given, ...body } = readUser(changed, actor, changedUser, ofRow)
    // Before anything is changed.
    if (password !== undefined) await assertMaySet(c, id, { password, given })
    const isOwn = id === actor.userId && !hasPermission(actor, 'users-page:edit')
    const call = isOwn ? ownChange(body) : { name: 'user.update', args: { id, changes: changesTo(argsOf(body)) } }
    await inTermsOfBody(() => applyMutation(services, actor, { id: requestId(c), ...call }))
    if (password !== undefined) await setPassword(services, actor, id, password)
    return c.json(await shownUser(services, actor, id))
  })
  app.put('/:id/password', async (c) => {
    const { password, currentPassword: given } = parseArgs(passwordBody, await readJson(c))
    const id = parseArgs(idArg, c.req.param('id'))
    await assertMaySet(c, id, { password, given })
    await setPassword(services, c.get('actor'), id, password)
    return c.body(null, 204)
  })
  app.delete('/:id/second-factor', async (c) => {
    await resetSecondFactor(services, c.get('actor'), c.req.param('id'))
    return c.body(null, 204)
  })
  return app
}

function readUser<Entries extends v.ObjectEntries>(
  body: unknown,
  actor: UserActor,
  schema: v.StrictObjectSchema<Entries, undefined>,
  ignored: readonly string[],
) {
  if (!isBody(body)) return parseArgs(schema, body)
  const { password, allTicket, ...rest } = plainBody(schema.entries, body, actor, ignored)
  return parseArgs(schema, {
    ...rest,
    // A form that leaves it as it is.
    ...(password !== undefined && password !== '' && { password }),
    ...(allTicket !== undefined && { allTicket: enabled.get(allTicket) ?? allTicket }),
  })
}

/** As the specification's client and others of its family write it. */
const enabled = new Map<unknown, string>([
  ...[true, 1, 'enabled'].map((yes) => [yes, 'enable'] as const),
  ...[false, 0, null, '', 'disabled', 'desabled'].map((no) => [no, 'disable'] as const),
])

const changesTo = (values: object) => Object.fromEntries(Object.entries(values).map(([key, to]) => [key, { to }]))

const ownChange = (body: Pick<v.InferOutput<typeof changedUser>, 'name' | 'email'>) => ({
  name: 'user.updateProfile',
  args: {
    changes: changesTo({
      ...(body.name !== undefined && { name: body.name }),
      ...(body.email !== undefined && { email: body.email }),
    }),
  },
})

const shownUser = async ({ db }: Services, actor: UserActor, id: string) =>
  (await resources.get('/users')?.read(db, actor, id)) ?? { id, uuid: id }

/** The specification's names for the mutation's. */
function argsOf({ whatsappId, allTicket, ...rest }: Omit<v.InferOutput<typeof changedUser>, 'password'>) {
  return {
    ...rest,
    ...(whatsappId !== undefined && { connectionId: whatsappId }),
    ...(allTicket !== undefined && { allTicket: allTicket === 'enable' }),
  }
}

/** Of oneself, after `assertMaySet`, or of somebody whom one manages. */
async function setPassword({ db }: Services, actor: UserActor, id: string, password: string) {
  const isOwn = id === actor.userId
  const passwordHash = await hashPassword(password)
  await db.orm.transaction(async (tx) => {
    const user = await touched(tx, actor, id)
    await tx.update(users).set({ passwordHash, updatedAt: new Date() }).where(eq(users.id, id))
    await endAllLogins(tx, id, new Date())
    const noted = isOwn
      ? ({ action: 'password.changed' } as const)
      : ({ action: 'password.set', subject: { id, name: user.name } } as const)
    await recordAudit(tx, { ...actorIn(actor), ...noted }, new Date())
  })
}

/** For who lost what they showed beside the password: from the next login on it is the password alone, or set up anew. */
async function resetSecondFactor({ db }: Services, actor: UserActor, input: string) {
  if (!hasPermission(actor, 'users-page:edit')) throw new AppError('ERR_NO_PERMISSION')
  const id = parseArgs(idArg, input)
  // One's own wants the password, at /auth/second-factor.
  if (id === actor.userId) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
  await db.orm.transaction(async (tx) => {
    const { name: subjectName } = await touched(tx, actor, id)
    await resetFactors(tx, id)
    await endAllLogins(tx, id, new Date())
    const subject = { id, name: subjectName }
    await recordAudit(tx, { ...actorIn(actor), action: 'secondFactor.reset', subject }, new Date())
  })
}

/** Their row, held. @throws AppError */
async function touched(tx: ServerTx, actor: UserActor, id: string) {
  const [user] = await tx
    .select({ super: users.super, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), syncedUsers.scope(actor)))
    .for('no key update')
  if (!user) throw new AppError('ERR_NO_USER_FOUND')
  if (!mayTouch(actor, user)) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
  return user
}
