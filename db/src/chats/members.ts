// Who is in a chat. Invariants: its owner is one of its members; a chat without members is none; a member's row follows from chat and user, so
// that a device and the server make the same.
import { and, eq, inArray } from 'drizzle-orm'
import { v5 } from 'uuid'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import type { JoinedField } from '../kit/sql/joined-ids.ts'
import { syncedUsers, users } from '../users/table.ts'
import { chatMembers, chats, type Chat } from './table.ts'

/** The field `userIds` of a chat: read and written whole, as sorted ids. */
export const joinedMembers: JoinedField<string[]> = {
  read: memberIds,
  async write(tx, ctx, id, wanted) {
    const before = await memberIds(tx, id)
    const gone = before.filter((each) => !wanted.includes(each))
    const added = wanted.filter((each) => !before.includes(each))
    if (gone.length > 0) {
      await tx.delete(chatMembers).where(and(eq(chatMembers.chatId, id), inArray(chatMembers.userId, gone)))
    }
    if (added.length === 0) return
    await assertColleagues(tx, ctx, added)
    const [chat] = await tx.select({ lastMessageAt: chats.lastMessageAt }).from(chats).where(eq(chats.id, id))
    // What was said before them is there to be read, and nobody waits for them to have read it.
    const since = { joinedAt: ctx.now, readUntil: chat?.lastMessageAt ?? ctx.now, typingUntil: null }
    const { companyId } = ctx.actor
    await tx
      .insert(chatMembers)
      .values(added.map((userId) => ({ id: v5(userId, id), companyId, chatId: id, userId, ...since })))
  },
}

async function memberIds(tx: Tx, chatId: string): Promise<string[]> {
  const rows = await tx.select({ id: chatMembers.userId }).from(chatMembers).where(eq(chatMembers.chatId, chatId))
  return rows.map(({ id }) => id).toSorted()
}

/** Held until the end of the transaction: nobody is deleted while they join. @throws AppError ERR_NO_USER_FOUND */
async function assertColleagues(tx: Tx, { actor, side }: MutationContext, ids: readonly string[]) {
  const query = tx
    .select({ id: users.id })
    .from(users)
    .where(and(syncedUsers.scope(actor), inArray(users.id, [...ids])))
  const found = await (side === 'server' ? query.for('key share') : query)
  if (found.length < ids.length) throw new AppError('ERR_NO_USER_FOUND')
}

/** The chat is held. Who owned it is followed by whoever is in it longest; with the last one it goes, and all that was said. */
export async function leave(tx: Tx, { id, ownerId }: Pick<Chat, 'id' | 'ownerId'>, userId: string): Promise<void> {
  await tx.delete(chatMembers).where(and(eq(chatMembers.chatId, id), eq(chatMembers.userId, userId)))
  const [oldest] = await tx
    .select({ userId: chatMembers.userId })
    .from(chatMembers)
    .where(eq(chatMembers.chatId, id))
    .orderBy(chatMembers.joinedAt, chatMembers.id)
    .limit(1)
  if (!oldest) await tx.delete(chats).where(eq(chats.id, id))
  else if (ownerId === userId) await tx.update(chats).set({ ownerId: oldest.userId }).where(eq(chats.id, id))
}

/** Somebody goes for good. What they said stays, under their name. */
export async function leaveAll(tx: Tx, { side }: MutationContext, userId: string): Promise<void> {
  const theirs = tx.select({ id: chatMembers.chatId }).from(chatMembers).where(eq(chatMembers.userId, userId))
  const query = tx
    .select({ id: chats.id, ownerId: chats.ownerId })
    .from(chats)
    .where(inArray(chats.id, theirs))
    .orderBy(chats.id)
  for (const chat of await (side === 'server' ? query.for('update') : query)) await leave(tx, chat, userId)
}
