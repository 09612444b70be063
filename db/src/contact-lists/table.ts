import { eq, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { defineTable, nothing } from '../kit/define-table.ts'
import { hasPermission } from '../kit/permissions.ts'

/** People to write to, under a name. */
export const contactLists = pgTable('contact_lists', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  /** Its people; kept by triggers, as the two below. */
  contactsCount: integer('contacts_count').notNull().default(0),
  /** Those who are on WhatsApp. */
  validCount: integer('valid_count').notNull().default(0),
  /** Those who are not; the others were not asked for yet. */
  invalidCount: integer('invalid_count').notNull().default(0),
  ...timestamps(),
})

export const syncedContactLists = defineTable(contactLists, {
  scope: (actor) =>
    hasPermission(actor, 'campaigns-page:view') ? eq(contactLists.companyId, actor.companyId) : nothing,
})

/** One person of a list. On no device: a list may have tens of thousands. */
export const contactListItems = pgTable('contact_list_items', {
  id: id(),
  companyId: companyId(),
  contactListId: uuid('contact_list_id').notNull(),
  name: text('name').notNull(),
  /** Digits with country code; WhatsApp's own spelling once it was asked. */
  number: text('number').notNull(),
  /** The person: with and without the ninth digit it is one number. */
  numberKey: text('number_key')
    .notNull()
    .generatedAlwaysAs(sql`one_number(number)`),
  email: text('email').notNull(),
  /** What WhatsApp said; null: it was not asked yet. */
  isWhatsappValid: boolean('is_whatsapp_valid'),
  checkedAt: instant('checked_at'),
  ...timestamps(),
})

export type ContactListItem = Omit<typeof contactListItems.$inferSelect, 'numberKey'>
