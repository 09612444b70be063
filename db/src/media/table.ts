import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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

/** Who brought a file: they may name it before any row does. Server only; a row goes with the file, and with the person. */
export const mediaUploads = pgTable(
  'media_uploads',
  {
    companyId: companyId(),
    hash: text('hash').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.hash, table.userId] })],
)

/** Bytes that a company keeps, by a trigger; no row: none. */
export const companyStorage = pgTable('company_storage', {
  companyId: companyId().primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})
