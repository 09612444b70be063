import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs, type Tx } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { mayTouch } from 'db/users/rules.ts'
import { users } from 'db/users/table.ts'
import { and, eq, type SQL } from 'drizzle-orm'

/** Somebody whom the actor manages, held; `reach` is where they may be, and it is never oneself. @throws AppError */
export async function managedUser(tx: Tx, actor: UserActor, input: string, reach: SQL | undefined) {
  if (!hasPermission(actor, 'users-page:edit')) throw new AppError('ERR_NO_PERMISSION')
  const id = parseArgs(idArg, input)
  // Else it would be a way around the present password, for whoever sits down at an open desk.
  if (id === actor.userId) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
  const [user] = await tx
    .select({
      id: users.id,
      companyId: users.companyId,
      name: users.name,
      super: users.super,
      canLogIn: users.canLogIn,
    })
    .from(users)
    .where(and(eq(users.id, id), reach))
    .for('no key update')
  if (!user) throw new AppError('ERR_NO_USER_FOUND')
  if (!mayTouch(actor, user)) throw new AppError('ERR_NO_PERMISSION', { field: 'id' })
  return user
}
