// The team's own chat. Who is a member sees the chat, its members and all that was said in it; nobody else does, whatever their profile.
import { eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, uuid, type PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '../kit/actor.ts'
import { companyId, id, instant, timestamps } from '../kit/columns.ts'
import { all, defineTable, nothing } from '../kit/define-table.ts'
import type { MessageDetails } from '../messages/details.ts'

export const chats = pgTable('chats', {
  id: id(),
  companyId: companyId(),
  title: text('title').notNull(),
  /** Who may change and delete it; whoever goes is followed by the oldest member. */
  ownerId: uuid('owner_id').notNull(),
  lastMessage: text('last_message')
    .notNull()
    .$default(() => ''),
  /** As of a ticket; null: nothing was said yet. */
  lastMessageType: text('last_message_type'),
  lastMessageAt: instant('last_message_at'),
  lastSenderId: uuid('last_sender_id'),
  lastSenderName: text('last_sender_name'),
  ...timestamps(),
})

export type Chat = typeof chats.$inferSelect

export const chatMembers = pgTable('chat_members', {
  /** Follows from chat and user. */
  id: id(),
  companyId: companyId(),
  chatId: uuid('chat_id').notNull(),
  userId: uuid('user_id').notNull(),
  joinedAt: instant('joined_at').notNull(),
  /** Time of the newest message that was before their eyes; what was said before they came counts as read. */
  readUntil: instant('read_until').notNull(),
  /** Until when they count as writing. */
  typingUntil: instant('typing_until'),
})

export const chatMessages = pgTable('chat_messages', {
  id: id(),
  companyId: companyId(),
  chatId: uuid('chat_id').notNull(),
  /** Who said it, also when they are gone. */
  senderId: uuid('sender_id').notNull(),
  /** As they were called then: what is shown of somebody who is gone. */
  senderName: text('sender_name').notNull(),
  /** 'chat' is text, 'ticket' nothing but a ticket; else a file's kind (media-type.ts). */
  mediaType: text('media_type')
    .notNull()
    .$default(() => 'chat'),
  /** Text, or a file's caption: then it may be empty. */
  body: text('body').notNull(),
  details: jsonb('details').$type<MessageDetails>(),
  /** Members who are called by `@name` in the text. */
  mentions: jsonb('mentions')
    .$type<string[]>()
    .notNull()
    .$default(() => []),
  quotedMessageId: uuid('quoted_message_id'),
  /** A ticket that it speaks of: nothing but the id, for who may see it finds the ticket by it. */
  ticketId: uuid('ticket_id'),
  mediaHash: text('media_hash'),
  mediaMime: text('media_mime'),
  mediaName: text('media_name'),
  mediaSize: integer('media_size'),
  mediaWidth: integer('media_width'),
  mediaHeight: integer('media_height'),
  /** Later than every message of the chat before it, so that it says up to where somebody has read. */
  ...timestamps(),
})

export type ChatMessage = typeof chatMessages.$inferSelect

interface OfChat {
  companyId: PgColumn
  /** Id of the chat. */
  chat: PgColumn
}

/** What belongs to the chats of which somebody is a member. The schema stands in it for the server, whose queries have no path to tables. */
function memberScope({ companyId: company, chat }: OfChat, actor: Actor): SQL {
  if (actor.kind !== 'user') return eq(company, actor.companyId)
  if (actor.chatIds) {
    return actor.chatIds.length === 0 ? nothing : all(eq(company, actor.companyId), inArray(chat, [...actor.chatIds]))
  }
  const own = sql`select "chat_id" from "public"."chat_members" where "company_id" = ${actor.companyId} and "user_id" = ${actor.userId}`
  return all(eq(company, actor.companyId), sql`${chat} in (${own})`)
}

export const syncedChats = defineTable(chats, {
  scope: (actor) => memberScope({ companyId: chats.companyId, chat: chats.id }, actor),
})

export const syncedChatMembers = defineTable(chatMembers, {
  scope(actor) {
    const ofChats = memberScope({ companyId: chatMembers.companyId, chat: chatMembers.chatId }, actor)
    if (actor.kind !== 'user' || !actor.chatIds) return ofChats
    // By ids, one's own rows are followed too: who is let into a chat is told by theirs.
    const own = all(eq(chatMembers.companyId, actor.companyId), eq(chatMembers.userId, actor.userId))
    return or(ofChats, own) ?? nothing
  },
  device: { indexes: [{ on: ['chatId', 'userId'] }, { on: ['userId'] }] },
})

export const syncedChatMessages = defineTable(chatMessages, {
  scope: (actor) => memberScope({ companyId: chatMessages.companyId, chat: chatMessages.chatId }, actor),
  device: { indexes: [{ on: ['chatId', 'createdAt desc', 'id desc'] }] },
})
