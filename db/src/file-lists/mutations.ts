// File lists: admins keep them, supervisors see them.
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { assertNoCampaignNeeds } from '../campaigns/in-use.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { hasPermission } from '../kit/permissions.ts'
import { joinedOptions, optionList } from './options.ts'
import { fileListOptions, syncedFileLists } from './table.ts'

/** As a form checks them, field by field. */
export const fileListColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(100)),
  message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096)),
  options: optionList,
}

const { create, update, remove } = crud({
  noun: 'fileList',
  synced: syncedFileLists,
  columns: fileListColumns,
  defaults: { options: [] },
  unique: [],
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'files-page:edit'),
  notFound: 'ERR_NOT_FOUND',
  path: '/files',
  title: 'file list',
  initial: ({ actor }) => ({ userId: actor.kind === 'user' ? actor.userId : null }),
  joined: { options: joinedOptions },
})

export const createFileList = create
export const updateFileList = update

export const deleteFileList = defineMutation({
  ...remove,
  async run(tx, args, ctx) {
    await assertNoCampaignNeeds(tx, ctx, 'fileListId', args.id)
    await remove.run(tx, args, ctx)
    // A device's copy has no cascade. After the list was found in the actor's scope.
    await tx.delete(fileListOptions).where(eq(fileListOptions.fileListId, args.id))
  },
})
