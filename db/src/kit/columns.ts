// Columns that every table writes the same way.
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const id = () => uuid('id').primaryKey()
export const companyId = () => uuid('company_id').notNull()
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
/** An instant; `Date` in TypeScript, timestamptz in SQL. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })
export const timestamps = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
