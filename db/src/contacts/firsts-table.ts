import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { companyId, instant } from '../kit/columns.ts'

/** When a contact first wrote to us; no row: never. Server only; kept by a trigger on messages (migration 0058). */
export const contactFirsts = pgTable('contact_firsts', {
  contactId: uuid('contact_id').primaryKey(),
  companyId: companyId(),
  firstAt: instant('first_at').notNull(),
})
