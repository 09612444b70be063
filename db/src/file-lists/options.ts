// The options of a file list as one field of it: read and written whole, in their order, so that two people's lists never mix.
// Invariant: an option's file is one that the company has; on the server its type and size are those that were measured.
import { and, asc, eq, notInArray } from 'drizzle-orm'
import * as v from 'valibot'
import { idArg } from '../kit/args.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import type { JoinedField } from '../kit/sql/joined-ids.ts'
import { mustFindFile, storedFile } from '../media/media-args.ts'
import { fileListOptions } from './table.ts'

export const fileListOption = v.strictObject({
  id: idArg,
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255)),
  ...storedFile,
})
export type FileListOption = v.InferOutput<typeof fileListOption>

export const optionList = v.pipe(
  v.array(fileListOption),
  v.maxLength(100),
  v.check((options) => new Set(options.map(({ id }) => id)).size === options.length, 'Twice the same id'),
)

export const joinedOptions: JoinedField<FileListOption[]> = {
  read,
  async write(tx, ctx, listId, options) {
    const before = await read(tx, listId)
    await tx.delete(fileListOptions).where(
      and(
        eq(fileListOptions.fileListId, listId),
        notInArray(
          fileListOptions.id,
          options.map(({ id }) => id),
        ),
      ),
    )
    for (const [position, option] of options.entries()) {
      const { id, ...values } = { ...option, ...(await measured(tx, ctx, option)), position }
      if (before.some((each) => each.id === id)) {
        await tx.update(fileListOptions).set(values).where(eq(fileListOptions.id, id))
      } else {
        await assertNew(tx, ctx, id)
        const { companyId } = ctx.actor
        await tx.insert(fileListOptions).values({ id, companyId, fileListId: listId, ...values })
      }
    }
  },
}

async function read(tx: Tx, listId: string): Promise<FileListOption[]> {
  const { id, name, mediaHash, mediaName, mediaMime, mediaSize } = fileListOptions
  return tx
    .select({ id, name, mediaHash, mediaName, mediaMime, mediaSize })
    .from(fileListOptions)
    .where(eq(fileListOptions.fileListId, listId))
    .orderBy(asc(fileListOptions.position), asc(fileListOptions.id))
}

async function measured(tx: Tx, ctx: MutationContext, { mediaHash }: FileListOption) {
  if (mediaHash === null) return { mediaName: null, mediaMime: null, mediaSize: null }
  if (ctx.side === 'client') return {}
  const { mime, size } = await mustFindFile(tx, mediaHash, ctx)
  return { mediaMime: mime, mediaSize: size }
}

/** @throws AppError ERR_DUPLICATED_ID when another list, of whichever company, has an option with this id; the server alone can look */
async function assertNew(tx: Tx, { side }: MutationContext, id: string) {
  if (side === 'client') return
  const [other] = await tx.select({ id: fileListOptions.id }).from(fileListOptions).where(eq(fileListOptions.id, id))
  if (other) throw new AppError('ERR_DUPLICATED_ID')
}
