// Chats of the team: whoever works here makes them and chooses who is in them; whoever made one changes and deletes it; each member reads for
// themselves, and may leave.
import { and, eq, lt } from 'drizzle-orm'
import * as v from 'valibot'
import { assertPlanHas } from '../companies/features.ts'
import type { Actor } from '../kit/actor.ts'
import { idArg, instantArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { joinedMembers, leave } from './members.ts'
import { chatMembers, syncedChats } from './table.ts'

export const maxMembers = 500

/** As a form checks them, field by field. */
export const chatColumns = {
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  /** A set; who makes the chat is in it, named or not. */
  userIds: v.pipe(
    v.array(idArg),
    v.minLength(1),
    v.maxLength(maxMembers),
    v.transform((ids) => [...new Set(ids)].toSorted()),
  ),
}

export const mayChat = (actor: Actor) => actor.kind === 'user' && hasPermission(actor, 'tickets:work')

const { create, update, remove } = crud({
  noun: 'chat',
  synced: syncedChats,
  columns: chatColumns,
  unique: [],
  can: mayChat,
  notFound: 'ERR_NO_CHAT_FOUND',
  path: '/chats',
  title: 'chat',
  initial: ({ actor }) => ({ ownerId: mustBeUser(actor) }),
  joined: { userIds: joinedMembers },
  settle: async (_tx, { actor }, { next }) => ({
    userIds: [...new Set([...next.userIds, mustBeUser(actor)])].toSorted(),
  }),
})

export const createChat = ofPlan(create)
export const updateChat = ofPlan(update, assertOwner)
export const deleteChat = ofPlan(remove, assertOwner)

export const leaveChat = ofPlan(
  defineMutation({
    name: 'chat.leave',
    refusal: 'alone',
    args: v.strictObject({ id: idArg }),
    can: mayChat,
    async run(tx, { id }, ctx) {
      await leave(tx, await mustFindChat(tx, ctx, id), mustBeUser(ctx.actor))
    },
    rest: { method: 'post', path: '/chats/:id/leave', summary: 'Leave a chat; the last one to leave deletes it' },
  }),
)

/** Always of oneself; what was read stays read. A device's clock is not asked: `until` is the time of a message. */
export const readChat = ofPlan(
  defineMutation({
    name: 'chat.read',
    refusal: 'alone',
    args: v.strictObject({ id: idArg, until: instantArg }),
    can: mayChat,
    quiet: true,
    async run(tx, { id, until }, { actor }) {
      const [chat] = await tx
        .select({ lastMessageAt: syncedChats.table.lastMessageAt })
        .from(syncedChats.table)
        .where(and(eq(syncedChats.table.id, id), syncedChats.scope(actor)))
      if (!chat) throw new AppError('ERR_NO_CHAT_FOUND')
      // What is to come has been read by nobody.
      const last = chat.lastMessageAt ?? new Date(0)
      const readUntil = until > last ? last : until
      const own = and(eq(chatMembers.chatId, id), eq(chatMembers.userId, mustBeUser(actor)))
      await tx
        .update(chatMembers)
        .set({ readUntil })
        .where(and(own, lt(chatMembers.readUntil, readUntil)))
    },
  }),
)

/** Held until the end of the transaction on the server: what is said in it has one order. @throws AppError ERR_NO_CHAT_FOUND */
export const mustFindChat = (tx: Tx, ctx: MutationContext, id: string) =>
  mustFind(tx, ctx, syncedChats, id, 'ERR_NO_CHAT_FOUND')

export function mustBeUser(actor: Actor): string {
  if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION')
  return actor.userId
}

async function assertOwner(tx: Tx, ctx: MutationContext, id: string) {
  const { ownerId } = await mustFindChat(tx, ctx, id)
  if (ownerId !== mustBeUser(ctx.actor)) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
}

/** The same mutation of a plan that has it, after what `assert` asks of the row. */
function ofPlan<M extends { run(tx: Tx, args: never, ctx: MutationContext): Promise<void> }>(
  mutation: M,
  assert?: (tx: Tx, ctx: MutationContext, id: string) => Promise<void>,
): M {
  return {
    ...mutation,
    async run(tx: Tx, args: { id: string }, ctx: MutationContext) {
      await assertPlanHas(tx, ctx, 'useInternalChat')
      await assert?.(tx, ctx, args.id)
      await mutation.run(tx, args as never, ctx)
    },
  }
}
