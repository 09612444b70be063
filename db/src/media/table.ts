import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { companyId, instant } from '../kit/columns.ts'

/** What a company's media store holds, whole and checked. Server only: devices know a file by its message. */
export const mediaFiles = pgTable(
  'media_files',
  {
    companyId: companyId(),
    /** SHA-256 of the content, hex. */
    hash: text('hash').notNull(),
    /** Bytes. */
    size: integer('size').notNull(),
    /** From the content, never from what an uploader claims. */
    mime: text('mime').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When somebody was about to name it last: what nobody names stays for some days after. */
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.hash] })],
)

/** Bytes that a company keeps, by a trigger; no row: none. */
export const companyStorage = pgTable('company_storage', {
  companyId: companyId().primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})
