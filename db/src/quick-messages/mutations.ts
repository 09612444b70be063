// Quick messages: one's own, and those for everybody. What is for everybody is changed by its author, by supervisors and by admins.
import * as v from 'valibot'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { noStoredFile, settleFile, storedFile } from '../media/media-args.ts'
import { syncedQuickMessages } from './table.ts'

/** As a form checks them, field by field. */
export const quickMessageColumns = {
  shortcode: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50)),
  message: v.pipe(v.string(), v.maxLength(4096)),
  geral: v.boolean(),
  ...storedFile,
}

const { create, update, remove } = crud({
  noun: 'quickMessage',
  synced: syncedQuickMessages,
  columns: quickMessageColumns,
  defaults: { message: '', geral: false, ...noStoredFile },
  unique: [],
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'tickets:work'),
  notFound: 'ERR_NOT_FOUND',
  path: '/quick-messages',
  title: 'quick message',
  initial: ({ actor }) => ({ userId: actor.kind === 'user' ? actor.userId : null }),
  settle: settleFile,
})

export const createQuickMessage = create

export const updateQuickMessage = defineMutation({
  ...update,
  async run(tx, args, ctx) {
    await assertMayChange(tx, ctx, args.id)
    await update.run(tx, args, ctx)
  },
})

export const deleteQuickMessage = defineMutation({
  ...remove,
  async run(tx, args, ctx) {
    await assertMayChange(tx, ctx, args.id)
    await remove.run(tx, args, ctx)
  },
})

async function assertMayChange(tx: Tx, ctx: MutationContext, id: string) {
  const { userId } = await mustFind(tx, ctx, syncedQuickMessages, id, 'ERR_NOT_FOUND')
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.userId === userId
  if (!isOwn && !hasPermission(ctx.actor, 'quick-messages:editAll')) throw new AppError('ERR_NO_PERMISSION')
}
