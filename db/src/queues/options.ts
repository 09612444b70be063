// The options of a queue's chatbot: a tree, edited node by node. Invariant: an option and its parent are of one queue, and no option
// is below itself.
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { idArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { noStoredFile, settleFile, storedFile } from '../media/media-args.ts'
import { queueOptions, syncedQueueOptions, syncedQueues } from './table.ts'

export const queueOptionColumns = {
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  message: v.pipe(v.string(), v.maxLength(4096)),
  option: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999)),
  parentId: v.nullable(idArg),
  ...storedFile,
}

const { create, update, remove } = crud({
  noun: 'queueOption',
  synced: syncedQueueOptions,
  columns: { ...queueOptionColumns, queueId: idArg },
  defaults: { parentId: null, ...noStoredFile },
  unique: [],
  can: (actor) => hasPermission(actor, 'queues-page:edit'),
  notFound: 'ERR_NOT_FOUND',
  path: '/queue-options',
  title: 'chatbot option of a queue',
  async settle(tx, ctx, row) {
    await assertFits(tx, ctx, { ...row.next, id: row.id })
    return settleFile(tx, ctx, row)
  },
})

export { create as createQueueOption, update as updateQueueOption }

/** With all that is below it. */
export const deleteQueueOption = defineMutation({
  ...remove,
  async run(tx, { id }, ctx) {
    const { queueId } = await mustFind(tx, ctx, syncedQueueOptions, id, 'ERR_NOT_FOUND')
    const all = await tx.select().from(queueOptions).where(eq(queueOptions.queueId, queueId))
    // A device's copy has no cascade.
    const below = (parentId: string): string[] =>
      all.filter((option) => option.parentId === parentId).flatMap((option) => [...below(option.id), option.id])
    for (const each of [...below(id), id]) await tx.delete(queueOptions).where(eq(queueOptions.id, each))
  },
})

type Placed = Pick<typeof queueOptions.$inferSelect, 'id' | 'queueId' | 'parentId'>

/** Walks up from the option to the top. */
async function assertFits(tx: Tx, ctx: MutationContext, option: Placed) {
  const misfit = new AppError('ERR_VALIDATION', { fields: { parentId: ['Invalid'] } })
  await mustFind(tx, ctx, syncedQueues, option.queueId, 'ERR_NO_QUEUE_FOUND')
  for (let { parentId } = option; parentId !== null;) {
    if (parentId === option.id) throw misfit
    const parent: Placed = await mustFind(tx, ctx, syncedQueueOptions, parentId, 'ERR_NOT_FOUND')
    if (parent.queueId !== option.queueId) throw misfit
    ;({ parentId } = parent)
  }
}
