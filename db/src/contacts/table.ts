import { eq } from 'drizzle-orm'
import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'

export const contacts = pgTable('contacts', {
  id: id(),
  companyId: companyId(),
  name: text('name').notNull(),
  /** What the person calls themselves on WhatsApp; the name follows it until somebody gives another. */
  pushName: text('push_name'),
  /** Digits only, with country code; null while only the LID is known, and of groups. */
  number: text('number'),
  /** WhatsApp's stable id without server part; the number is its alias. Of a group: its id. */
  lid: text('lid'),
  email: text('email').notNull(),
  isGroup: boolean('is_group').notNull(),
  /** Fields that the company adds, in its order. */
  extraInfo: jsonb('extra_info').$type<{ name: string; value: string }[]>().notNull().default([]),
  ...timestamps(),
})

export type Contact = typeof contacts.$inferSelect

export const syncedContacts = defineTable(contacts, { scope: (actor) => eq(contacts.companyId, actor.companyId) })

/** Who is in a group, as WhatsApp tells it. Only who writes is a contact too: found by LID or number. */
export const groupParticipants = pgTable('group_participants', {
  id: id(),
  companyId: companyId(),
  /** The group's contact. */
  groupId: uuid('group_id').notNull(),
  lid: text('lid'),
  number: text('number'),
  isAdmin: boolean('is_admin').notNull(),
  ...timestamps(),
})

export const syncedGroupParticipants = defineTable(groupParticipants, {
  scope: (actor) => eq(groupParticipants.companyId, actor.companyId),
})
