// As whom somebody follows shapes. The embedded engine follows who is in which chat by the scope's subquery. Of an Electric it would come as moves
// that its clients have to keep books of; it is asked by the ids instead: whoever comes or goes reads their chats anew.
import { and, eq } from 'drizzle-orm'
import { chatMembers } from 'db/chats/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import type { Services } from '../http/context.ts'

export async function asFollower({ env, db }: Pick<Services, 'env' | 'db'>, actor: UserActor): Promise<UserActor> {
  if (env.ELECTRIC_URL === undefined) return actor
  const { companyId, userId } = actor
  const rows = await db.orm
    .select({ id: chatMembers.chatId })
    .from(chatMembers)
    .where(and(eq(chatMembers.companyId, companyId), eq(chatMembers.userId, userId)))
  return { ...actor, chatIds: rows.map(({ id }) => id).toSorted() }
}
