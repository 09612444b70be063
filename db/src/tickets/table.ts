import { eq, inArray, type SQL } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid, type PgColumn } from 'drizzle-orm/pg-core'
import { seesAllQueues, type Actor } from '../kit/actor.ts'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { all, defineTable, nothing } from '../kit/define-table.ts'
import { responderKinds } from '../responders/kinds.ts'

export const ticketStatuses = ['pending', 'open', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const tickets = pgTable('tickets', {
  id: id(),
  companyId: companyId(),
  /** Human number, counted per company by the server; null until the server has seen the ticket. */
  number: integer('number'),
  status: text('status', { enum: ticketStatuses }).notNull(),
  contactId: uuid('contact_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  /** Null until the customer has chosen (or an admin opened it without one): then only admins see it. */
  queueId: uuid('queue_id'),
  /** The attendant; null while pending. */
  userId: uuid('user_id'),
  isGroup: boolean('is_group').notNull(),
  /** The bot is having the conversation. */
  chatbot: boolean('chatbot')
    .notNull()
    .$default(() => false),
  /** Where the bot stands: db/src/bot/flow.ts. */
  botOptionId: uuid('bot_option_id'),
  botMenus: integer('bot_menus')
    .notNull()
    .$default(() => 0),
  botMenuAt: instant('bot_menu_at'),
  outOfHoursAt: instant('out_of_hours_at'),
  botOwesGreeting: boolean('bot_owes_greeting')
    .notNull()
    .$default(() => false),
  /** The prompt or the integration that has the conversation, in people's stead; both null: the bot, or people. */
  promptId: uuid('prompt_id'),
  integrationId: uuid('integration_id'),
  useIntegration: boolean('use_integration')
    .notNull()
    .$default(() => false),
  /** Who that is, by its kind. */
  responder: text('responder', { enum: responderKinds }),
  /** Which responders answer here no more: the connection's, or the queue's too. db/src/bot/flow.ts. */
  leftResponder: text('left_responder', { enum: ['connection', 'all'] }),
  unreadMessages: integer('unread_messages')
    .notNull()
    .$default(() => 0),
  lastMessage: text('last_message')
    .notNull()
    .$default(() => ''),
  /** Its kind, for lists: a media type of messages, or 'voice', 'gif', 'sticker', 'view_once', 'deleted'. Null: none yet. */
  lastMessageType: text('last_message_type'),
  lastMessageFromMe: boolean('last_message_from_me')
    .notNull()
    .$default(() => false),
  /** Who wrote it in a group; null: the company, or it is no group. */
  lastMessageParticipantId: uuid('last_message_participant_id'),
  lastMessageAt: instant('last_message_at').notNull(),
  acceptedAt: instant('accepted_at'),
  /** It waits for people since then; null: it does not. The server's database keeps it so, wherever a ticket comes to wait. */
  waitingSince: instant('waiting_since'),
  closedAt: instant('closed_at'),
  /** Closed long ago: no longer on devices, read from the server on demand. */
  archived: boolean('archived')
    .notNull()
    .$default(() => false),
  /** Made for a campaign's message: nobody has talked in it yet. */
  ofCampaign: boolean('of_campaign')
    .notNull()
    .$default(() => false),
  ...timestamps(),
})

export type Ticket = typeof tickets.$inferSelect

/** Where the bot stands in a ticket. */
export function botStateOf(ticket: Ticket) {
  const { queueId, chatbot, botOptionId, botMenus, botMenuAt, outOfHoursAt, botOwesGreeting } = ticket
  const { promptId, integrationId, useIntegration, responder, leftResponder } = ticket
  const held = { promptId, integrationId, useIntegration, responder, leftResponder }
  return { queueId, chatbot, botOptionId, botMenus, botMenuAt, outOfHoursAt, botOwesGreeting, ...held }
}

/** Own queues' tickets; admins and the system all, also those without a queue. */
export const syncedTickets = defineTable(tickets, {
  scope: (actor) => queueScope(tickets, actor),
  hidden: [
    'botOptionId',
    'botMenus',
    'botMenuAt',
    'outOfHoursAt',
    'botOwesGreeting',
    'responder',
    'leftResponder',
    'ofCampaign',
  ],
  device: {
    indexes: [
      { on: ['userId', 'status', 'lastMessageAt desc', 'id desc'] },
      { on: ['status', 'lastMessageAt desc', 'id desc'] },
      { on: ['waitingSince', 'id desc'], where: "status = 'pending'" },
      { on: ['contactId'] },
      // Bell, sound and app badge ask after each message.
      { on: ['id'], where: 'unread_messages > 0' },
    ],
    counts: ['status', 'userId', 'queueId'],
  },
})

/** As syncedTickets, and what was archived: it is read on demand, reopened and deleted. A device never has one. */
export const readableTickets: typeof syncedTickets = {
  ...syncedTickets,
  scope: (actor) => readableScope(tickets, actor),
}

/** What may be read on demand: as queueScope, and what was archived. */
export function readableScope(table: QueueScoped, actor: Actor): SQL {
  const company = eq(table.companyId, actor.companyId)
  if (seesAllQueues(actor)) return company
  const queueIds = actor.kind === 'user' ? [...actor.queueIds] : []
  return queueIds.length === 0 ? nothing : all(company, inArray(table.queueId, queueIds))
}

interface QueueScoped {
  companyId: PgColumn
  archived: PgColumn
  queueId: PgColumn
}

/** Shared by tickets and what belongs to them, so that both always leave a device together. */
export function queueScope(table: QueueScoped, actor: Actor): SQL {
  const company: [SQL, SQL] = [eq(table.companyId, actor.companyId), eq(table.archived, false)]
  if (seesAllQueues(actor)) return all(...company)
  // Sorted: users with the same queues must get the same shape.
  const queueIds = actor.kind === 'user' ? [...actor.queueIds].toSorted() : []
  return queueIds.length === 0 ? nothing : all(...company, inArray(table.queueId, queueIds))
}
