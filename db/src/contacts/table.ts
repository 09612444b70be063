import { eq } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'

export const contacts = pgTable('contacts', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  /** Digits only, with country code; null while only the LID is known. */
  number: text('number'),
  /** WhatsApp's stable id without server part; the number is its alias. */
  lid: text('lid'),
  email: text('email').notNull(),
  isGroup: boolean('is_group').notNull(),
  ...timestamps(),
})

export const syncedContacts = defineTable(contacts, { scope: (actor) => eq(contacts.companyId, actor.companyId) })
