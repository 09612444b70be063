import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { defineMutation } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { notificationSettings } from './table.ts'

/** Always of oneself: the row is the actor's, whatever the arguments say. */
export const updateNotificationSettings = defineMutation({
  name: 'notificationSettings.update',
  refusal: 'alone',
  args: v.strictObject({ showText: v.boolean() }),
  can: (actor) => actor.kind === 'user',
  async run(tx, { showText }, { actor, now }) {
    if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION')
    const own = eq(notificationSettings.id, actor.userId)
    const [row] = await tx.select({ id: notificationSettings.id }).from(notificationSettings).where(own)
    if (row) await tx.update(notificationSettings).set({ showText, updatedAt: now }).where(own)
    else {
      await tx
        .insert(notificationSettings)
        .values({ id: actor.userId, companyId: actor.companyId, showText, createdAt: now, updatedAt: now })
    }
  },
})
