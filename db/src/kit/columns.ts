// Columns that every table writes the same way.
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import * as v from 'valibot'

export const id = () => uuid('id').primaryKey()
export const companyId = () => uuid('company_id').notNull()
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
/** An instant; `Date` in TypeScript, timestamptz in SQL. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })
export const timestamps = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export const idArg = v.pipe(v.string(), v.uuid())

const isInReach = (at: Date) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 3000

/** An instant that a calendar has: `2026-11-22T15:00:00.000Z`. REST has read its text already when the mutation reads it. */
export const instantArg = v.pipe(
  v.union([
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => new Date(text)),
    ),
    v.date(),
  ]),
  v.check(isInReach, 'Not in this millennium'),
)
