// What people change of themselves: name and e-mail. The password is no mutation, because a secret must not lie in an outbox.
// Invariant: the row is the actor's own, whatever the arguments say.
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { changesOf, valuesToWrite } from '../kit/crud.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { assertLoginFree } from './login-free.ts'
import { profileColumns } from './rules.ts'
import { syncedUsers, users } from './table.ts'

export const updateProfile = defineMutation({
  name: 'user.updateProfile',
  refusal: 'alone',
  args: v.strictObject({ changes: changesOf(profileColumns) }),
  can: (actor) => actor.kind === 'user',
  async run(tx, { changes }, ctx) {
    const { actor } = ctx
    if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION')
    const before = await mustFind(tx, ctx, syncedUsers, actor.userId, 'ERR_NO_USER_FOUND')
    const changed = valuesToWrite(before, changes, ctx)
    const email = String(changed['email'] ?? before.email)
    await assertLoginFree(tx, ctx, { userId: actor.userId, email, argument: 'changes.email.to' })
    await tx
      .update(users)
      .set({ ...changed, updatedAt: ctx.now })
      .where(eq(users.id, actor.userId))
  },
})
