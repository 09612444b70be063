import { eq } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { companyId, id, timestamps } from '../kit/columns.ts'
import { defineTable } from '../kit/define-table.ts'

export const onOff = ['enabled', 'disabled'] as const
export const scheduleTypes = ['disabled', 'company', 'queue'] as const

/** What a company chose, by the specification's keys. One row a company; no row means the defaults. */
export const settings = pgTable('settings', {
  /** The company's own id. */
  id: id(),
  companyId: companyId(),
  /** Whether closing asks for a rating. */
  userRating: text('user_rating', { enum: onOff }).notNull(),
  /** Whose opening hours count. */
  scheduleType: text('schedule_type', { enum: scheduleTypes }).notNull(),
  /** 'enabled': messages of groups are ignored. */
  checkMsgIsGroup: text('check_msg_is_group', { enum: onOff }).notNull(),
  /** 'disabled': calls are rejected with a text. */
  call: text('call', { enum: onOff }).notNull(),
  chatBotType: text('chat_bot_type', { enum: ['text'] }).notNull(),
  sendGreetingAccepted: text('send_greeting_accepted', { enum: onOff }).notNull(),
  sendMsgTransfTicket: text('send_msg_transf_ticket', { enum: onOff }).notNull(),
  userCreation: text('user_creation', { enum: onOff }).notNull(),
  campaignsEnabled: text('campaigns_enabled', { enum: onOff }).notNull(),
  /** A message this soon after closing takes the ticket up again. */
  reopenWindowMinutes: integer('reopen_window_minutes').notNull(),
  /** On how many devices a person may be logged in at the same time: 1 to 3. */
  devicesPerUser: integer('devices_per_user').notNull(),
  /** 'enabled': nobody logs in with a password alone. */
  requireSecondFactor: text('require_second_factor', { enum: onOff }).notNull(),
  /** How long closed conversations, and files of closed ones, are kept; 0: for ever. */
  keepConversationsDays: integer('keep_conversations_days').notNull(),
  keepMediaDays: integer('keep_media_days').notNull(),
  /** The prompt by whose model and keys people are helped to write; null: nobody is. */
  copilotPromptId: uuid('copilot_prompt_id'),
  /** Of numbers that are typed without one: ISO 3166-1, two letters. */
  country: text('country').notNull(),
  /** Of numbers that are typed without one; null: they are refused. */
  areaCode: text('area_code'),
  ...timestamps(),
})

export type Settings = Omit<typeof settings.$inferSelect, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>

export const defaultSettings: Settings = {
  userRating: 'disabled',
  scheduleType: 'disabled',
  checkMsgIsGroup: 'disabled',
  call: 'enabled',
  chatBotType: 'text',
  sendGreetingAccepted: 'disabled',
  sendMsgTransfTicket: 'disabled',
  userCreation: 'enabled',
  campaignsEnabled: 'enabled',
  reopenWindowMinutes: 120,
  devicesPerUser: 1,
  requireSecondFactor: 'disabled',
  keepConversationsDays: 0,
  keepMediaDays: 0,
  copilotPromptId: null,
  country: 'BR',
  areaCode: null,
}

export const syncedSettings = defineTable(settings, { scope: (actor) => eq(settings.companyId, actor.companyId) })
