import { eq } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import type { Actor } from '../kit/actor.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'

/** Files kept ready under names, with the message that goes with them. */
export const fileLists = pgTable('file_lists', {
  id: id(),
  companyId: companyId(),
  /** Its author; null when they were deleted. */
  userId: uuid('user_id'),
  name: text('name').notNull(),
  message: text('message').notNull(),
  ...timestamps(),
})

const mayView = (actor: Actor) => hasPermission(actor, 'files-page:view')

export const syncedFileLists = defineTable(fileLists, {
  scope: (actor) => (mayView(actor) ? eq(fileLists.companyId, actor.companyId) : nothing),
})

/** One file of a list; without a file until somebody chose one. */
export const fileListOptions = pgTable('file_list_options', {
  id: id(),
  companyId: companyId(),
  fileListId: uuid('file_list_id').notNull(),
  /** Place in the list. */
  position: integer('position').notNull(),
  name: text('name').notNull(),
  mediaHash: text('media_hash'),
  mediaName: text('media_name'),
  mediaMime: text('media_mime'),
  mediaSize: integer('media_size'),
})

export const syncedFileListOptions = defineTable(fileListOptions, {
  scope: (actor) => (mayView(actor) ? eq(fileListOptions.companyId, actor.companyId) : nothing),
})
