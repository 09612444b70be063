import { eq } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
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
  /** SHA-256, in the company's media store, of the small picture that WhatsApp shows; null without one. */
  pictureHash: text('picture_hash'),
  /** When WhatsApp is to be asked for the picture; a new contact's is due at once. Null until WhatsApp says that there is another. */
  pictureDueAt: instant('picture_due_at').defaultNow(),
  /** Whether the number is on WhatsApp; null while that was not asked. */
  onWhatsapp: boolean('on_whatsapp'),
  /** When WhatsApp said so. */
  checkedAt: instant('checked_at'),
  /** Somebody changed the number, and WhatsApp has not told it since: what was written before says nothing of it. */
  numberGiven: boolean('number_given').notNull().default(false),
  /** Since when it is another account: what was said before was said with somebody else. Null: it always was this one. */
  accountSince: instant('account_since'),
  ...timestamps(),
})

export type Contact = typeof contacts.$inferSelect

export const syncedContacts = defineTable(contacts, {
  scope: (actor) => eq(contacts.companyId, actor.companyId),
  hidden: ['pictureDueAt', 'numberGiven', 'accountSince'],
  device: { indexes: [{ on: ['name'] }], search: { words: ['name', 'number'] } },
})

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

/** What it takes to write to a group without asking WhatsApp first. Server only. */
export const groupFacts = pgTable('group_facts', {
  groupId: uuid('group_id').primaryKey(),
  companyId: companyId(),
  /** Whether its participants are named by LID or by number. */
  addressingMode: text('addressing_mode', { enum: ['lid', 'pn'] }).notNull(),
  /** Seconds after which its messages disappear; null: never. */
  ephemeral: integer('ephemeral'),
  /** When WhatsApp last named everybody who is in it. */
  toldAt: instant('told_at').notNull(),
})

/** Whom a connection's phone knows, as it told. Server only: they become contacts when somebody imports them. */
export const phoneContacts = pgTable(
  'phone_contacts',
  {
    connectionId: uuid('connection_id').notNull(),
    /** The LID, else the number. */
    account: text('account').notNull(),
    companyId: companyId(),
    lid: text('lid'),
    number: text('number'),
    /** As the phone's owner saved it; '' when they did not. */
    name: text('name').notNull(),
    pushName: text('push_name').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.connectionId, t.account] })],
)

/** An import of a phone's address book, and what came of it: how many contacts are new, got a name, or stayed as they were. */
export const contactImports = pgTable('contact_imports', {
  id: id(),
  companyId: companyId(),
  connectionId: uuid('connection_id').notNull(),
  /** Who asked for it. */
  userId: uuid('user_id'),
  status: text('status', { enum: ['waiting', 'done', 'failed'] }).notNull(),
  created: integer('created').notNull(),
  updated: integer('updated').notNull(),
  skipped: integer('skipped').notNull(),
  ...timestamps(),
})

export const syncedContactImports = defineTable(contactImports, {
  scope: (actor) => eq(contactImports.companyId, actor.companyId),
})
