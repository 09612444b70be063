import { isNotNull } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { id, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'

/** Videos that explain the product. The only synced table without a company: they are everybody's. */
export const helps = pgTable('helps', {
  id: id(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  /** YouTube's id of it. */
  video: text('video').notNull(),
  ...timestamps(),
})

export const syncedHelps = defineTable(helps, { scope: () => isNotNull(helps.id) })
