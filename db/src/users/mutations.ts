// The people of a company, as an admin manages them. Passwords are no part of it: a secret must not lie in an outbox
// (sync-server/src/routes/users.ts). Invariants: a company keeps an admin, nobody removes themselves, no open ticket stays with somebody
// who may not see it any more, and only super users touch super users; no mutation makes one.
import { and, eq, ne } from 'drizzle-orm'
import * as v from 'valibot'
import { leaveAll } from '../chats/members.ts'
import { assertPlanHasRoom, lockCompany } from '../companies/plan-limits.ts'
import { syncedConnections } from '../connections/table.ts'
import { profiles } from '../kit/actor.ts'
import { idArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { idList } from '../kit/sql/joined-ids.ts'
import { hasPermission } from '../kit/permissions.ts'
import { quickMessages } from '../quick-messages/table.ts'
import { joinedQueues } from '../queues/joined-queues.ts'
import { userQueues } from '../queues/table.ts'
import { schedules } from '../schedules/table.ts'
import { settingsOf } from '../settings/mutations.ts'
import { giveBack, giveBackOfUser, type Works } from '../tickets/give-back.ts'
import { tickets } from '../tickets/table.ts'
import { assertLoginFree } from './login-free.ts'
import { mayTouch, profileColumns } from './rules.ts'
import { syncedUsers, users } from './table.ts'

/** As a form checks them, field by field. */
export const userColumns = {
  ...profileColumns,
  profile: v.picklist(profiles),
  queueIds: idList,
  /** The connection for tickets that they start; null: the company's default. */
  connectionId: v.nullable(idArg),
  allTicket: v.boolean(),
}

/** What a new user has where their maker says nothing. `allTicket`: they are told of tickets that wait, as nobody else may be there. */
export const userDefaults = { profile: 'user' as const, queueIds: [] as string[], connectionId: null, allTicket: true }

const { create, update, remove } = crud({
  noun: 'user',
  synced: syncedUsers,
  columns: userColumns,
  defaults: userDefaults,
  unique: [],
  can: (actor) => hasPermission(actor, 'users-page:edit'),
  notFound: 'ERR_NO_USER_FOUND',
  path: '/users',
  title: 'user',
  initial: () => ({ super: false, canLogIn: false, invitedUntil: null }),
  joined: {
    queueIds: joinedQueues(userQueues, userQueues.userId, 'userId'),
  },
  lock: lockCompany,
  async settle(tx, ctx, { id, next, before }) {
    if (before === null) await assertMayAdd(tx, ctx)
    if (next.email !== before?.email) {
      const argument = before === null ? 'email' : 'changes.email.to'
      await assertLoginFree(tx, ctx, { userId: id, email: next.email, argument })
    }
    if (next.connectionId && next.connectionId !== before?.connectionId) {
      await mustFind(tx, ctx, syncedConnections, next.connectionId, 'ERR_NO_WAPP_FOUND')
    }
    if (before?.profile === 'admin' && next.profile !== 'admin') await assertOtherAdmin(tx, ctx, id)
    if (before && takesAway(before, next)) await giveBackOfUser(tx, ctx, id, next)
    return {}
  },
})

/** Without a password: they can't log in until they are given one. */
export const createUser = withoutRest(create)
export const updateUser = defineMutation({
  ...withoutRest(update),
  async run(tx, args, ctx) {
    await assertMayTouch(tx, ctx, args.id)
    await update.run(tx, args, ctx)
  },
})

/** Their open tickets wait again; their sessions end; what they wrote stays, what they scheduled passes to who deletes them. */
export const deleteUser = defineMutation({
  ...remove,
  async run(tx, { id }, ctx) {
    const { actor, now, side } = ctx
    if (side === 'server') await lockCompany(tx, ctx)
    const { profile } = await assertMayTouch(tx, ctx, id)
    if (actor.kind === 'user' && actor.userId === id) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
    if (profile === 'admin') await assertOtherAdmin(tx, ctx, id)
    await giveBack(tx, ctx, eq(tickets.userId, id))
    await tx.update(tickets).set({ userId: null, updatedAt: now }).where(eq(tickets.userId, id))
    await tx.delete(userQueues).where(eq(userQueues.userId, id))
    await leaveAll(tx, ctx, id)
    await tx.delete(quickMessages).where(and(eq(quickMessages.userId, id), eq(quickMessages.geral, false)))
    if (actor.kind === 'user') {
      const heir = { userId: actor.userId, updatedAt: now }
      await tx.update(quickMessages).set(heir).where(eq(quickMessages.userId, id))
      await tx.update(schedules).set(heir).where(eq(schedules.userId, id))
    }
    await tx.delete(users).where(eq(users.id, id))
  },
})

/** Whether somebody loses sight of tickets. */
const takesAway = (before: Works, next: Works) =>
  (before.profile === 'admin' && next.profile !== 'admin') || before.queueIds.some((id) => !next.queueIds.includes(id))

/** Over REST a password comes along: sync-server/src/routes/users.ts. */
function withoutRest<M extends { rest?: unknown }>({ rest: _rest, ...mutation }: M) {
  return mutation
}

async function assertMayTouch(tx: Tx, ctx: MutationContext, id: string) {
  const user = await mustFind(tx, ctx, syncedUsers, id, 'ERR_NO_USER_FOUND')
  if (!mayTouch(ctx.actor, user)) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
  return user
}

async function assertMayAdd(tx: Tx, ctx: MutationContext) {
  const { userCreation } = await settingsOf(tx, ctx.actor.companyId)
  if (userCreation === 'disabled') throw new AppError('ERR_USER_CREATION_DISABLED')
  await assertPlanHasRoom(tx, ctx, { resource: 'users', table: users, scope: syncedUsers.scope(ctx.actor) })
}

async function assertOtherAdmin(tx: Tx, { actor }: MutationContext, id: string) {
  const others = and(syncedUsers.scope(actor), eq(users.profile, 'admin'), ne(users.id, id))
  const [other] = await tx.select({ id: users.id }).from(users).where(others).limit(1)
  if (!other) throw new AppError('ERR_NO_OTHER_ADMIN', { field: 'profile' })
}
