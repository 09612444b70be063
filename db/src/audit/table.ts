// Who did what. Server only: admins read it online. Rows are added and never changed: the everyday role may do no more (migration 0086).
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant } from '../kit/columns.ts'
import type { AuditAction } from './rules.ts'

export const auditEntries = pgTable('audit_entries', {
  id: id(),
  companyId: companyId(),
  /** Null: nobody of the company, e.g. a job. */
  userId: uuid('user_id'),
  userName: text('user_name').notNull(),
  action: text('action').$type<AuditAction>().notNull(),
  subjectId: uuid('subject_id'),
  /** '' of contacts. */
  subjectName: text('subject_name').notNull(),
  address: text('address'),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  createdAt: instant('created_at').notNull(),
})
