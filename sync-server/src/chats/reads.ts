// GET /chats and what was said in one, in the specification's shape: chats by their newest message, messages the newest page first, each page
// oldest first.
import { and, eq, sql } from 'drizzle-orm'
import { chatMessages, chats, syncedChatMessages, syncedChats } from 'db/chats/table.ts'
import { assertPlanHas } from 'db/companies/features.ts'
import type { Actor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { hasText } from 'db/kit/sql/search-text.ts'
import type { Database } from 'db/node/connect.ts'
import { users } from 'db/users/table.ts'
import * as v from 'valibot'
import { columnEntries, mediaPath, rowAnswer, uuid } from '../http/openapi/answer-schema.ts'
import { endOfPage, pageOf, pageQuery } from '../http/page.ts'

export const chatQuery = v.object({ ...pageQuery, searchParam: v.optional(v.pipe(v.string(), v.maxLength(200))) })
export const chatMessageQuery = v.object(pageQuery)

const person = v.object({ id: uuid, name: v.string() })
const member = v.object({ userId: uuid, unreads: v.number(), user: person })
export const chatAnswer = rowAnswer(syncedChats, { users: v.array(member) })
export const chatMessageAnswer = v.object({
  ...columnEntries(chatMessages, (_, key) => !['companyId', 'body', 'senderName'].includes(key)),
  uuid,
  message: v.string(),
  mediaUrl: mediaPath,
  sender: person,
})

/** Written by hand: Drizzle omits table names in queries of one table. */
const members = sql<v.InferOutput<typeof member>[]>`(
  select json_agg(json_build_object(
    'userId', m.user_id, 'user', json_build_object('id', u.id, 'name', u.name),
    'unreads', (select count(*) from chat_messages n
      where n.chat_id = m.chat_id and n.created_at > m.read_until and n.sender_id <> m.user_id)
  ) order by u.name, u.id)
  from chat_members m join users u on u.id = m.user_id where m.chat_id = "chats"."id")`

const select = (db: Database) => db.orm.select({ chat: chats, users: members }).from(chats)

const shownChat = ({ chat, users: people }: Awaited<ReturnType<typeof select>>[number]) => ({
  ...chat,
  uuid: chat.id,
  users: people,
})

/** @throws AppError ERR_PLAN_FEATURE */
const assertChats = (db: Database, actor: Actor) => assertPlanHas(db.orm, { actor, side: 'server' }, 'useInternalChat')

export async function listChats(db: Database, actor: Actor, input: unknown) {
  await assertChats(db, actor)
  const query = parseArgs(chatQuery, input)
  const typed = query.searchParam?.trim()
  const page = pageOf(query, { key: chats.updatedAt, id: chats.id, direction: 'desc' })
  const found = typed ? hasText(sql`fold_text(${chats.title})`, typed) : undefined
  const rows = await select(db)
    .where(and(syncedChats.scope(actor), found, page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit)
    .offset(page.offset)
  const { records, ...rest } = endOfPage(page, rows, ({ chat }) => [chat.updatedAt, chat.id])
  return { records: records.map(shownChat), ...rest }
}

/** @throws AppError ERR_NO_CHAT_FOUND */
export async function readChat(db: Database, actor: Actor, id: string) {
  await assertChats(db, actor)
  const [row] = await select(db).where(and(syncedChats.scope(actor), eq(chats.id, parseArgs(idArg, id))))
  if (!row) throw new AppError('ERR_NO_CHAT_FOUND')
  return shownChat(row)
}

const selectMessages = (db: Database) =>
  db.orm
    .select({ message: chatMessages, name: users.name })
    .from(chatMessages)
    .leftJoin(users, eq(users.id, chatMessages.senderId))

function shownMessage({ message, name }: Awaited<ReturnType<typeof selectMessages>>[number]) {
  const { companyId: _company, body, senderName, ...row } = message
  return {
    ...row,
    uuid: row.id,
    message: body,
    mediaUrl: row.mediaHash && `/api/media/${row.mediaHash}`,
    sender: { id: row.senderId, name: name ?? senderName },
  }
}

export async function listChatMessages(db: Database, actor: Actor, chatId: string, input: unknown) {
  const chat = await readChat(db, actor, chatId)
  const page = pageOf(parseArgs(chatMessageQuery, input), {
    key: chatMessages.createdAt,
    id: chatMessages.id,
    direction: 'desc',
  })
  const rows = await selectMessages(db)
    .where(and(syncedChatMessages.scope(actor), eq(chatMessages.chatId, chat.id), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit)
    .offset(page.offset)
  const { records, ...rest } = endOfPage(page, rows, ({ message }) => [message.createdAt, message.id])
  return { records: records.map(shownMessage).toReversed(), ...rest }
}

export async function readChatMessage(db: Database, actor: Actor, id: string) {
  const [row] = await selectMessages(db).where(and(syncedChatMessages.scope(actor), eq(chatMessages.id, id)))
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return shownMessage(row)
}
