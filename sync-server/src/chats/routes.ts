// The team's chat over REST, as the specification has it, and who is writing in it. Making, changing and leaving one are mutations' own routes.
import { and, eq } from 'drizzle-orm'
import { chatMembers } from 'db/chats/table.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { maxBodyLength } from 'db/messages/send-args.ts'
import { presenceStates } from 'db/presences/table.ts'
import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as v from 'valibot'
import { applyMutation } from '../http/apply-mutation.ts'
import { consume } from '../http/consume.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { pageAnswer, uuid } from '../http/openapi/answer-schema.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { filled } from '../http/page.ts'
import { readJson } from '../http/read-json.ts'
import { requestId } from '../http/request-id.ts'
import {
  chatAnswer,
  chatMessageAnswer,
  chatMessageQuery,
  chatQuery,
  listChatMessages,
  listChats,
  readChat,
  readChatMessage,
} from './reads.ts'

const newMessage = v.strictObject({ message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxBodyLength)) })
const readBody = v.strictObject({ userId: uuid })
const typingBody = v.strictObject({ state: v.picklist([...presenceStates, 'paused']) })

export const chatDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/chats',
    summary: 'Own chats of the team, newest first',
    query: chatQuery,
    status: 200,
    answer: pageAnswer('records', chatAnswer),
  },
  { method: 'get', path: '/chats/:id', summary: 'One chat', status: 200, answer: chatAnswer },
  {
    method: 'get',
    path: '/chats/:id/messages',
    summary: 'What was said in a chat: the newest page first, each page oldest first',
    query: chatMessageQuery,
    status: 200,
    answer: pageAnswer('records', chatMessageAnswer),
  },
  {
    method: 'post',
    path: '/chats/:id/messages',
    summary: 'Say something in a chat',
    body: newMessage,
    status: 201,
    answer: chatMessageAnswer,
  },
  {
    method: 'post',
    path: '/chats/:id/read',
    summary: 'Everything in a chat was read; `userId` is whoever asks',
    body: readBody,
    status: 200,
    answer: chatAnswer,
  },
  {
    method: 'post',
    path: '/chats/:id/typing',
    summary: 'Show the other members that somebody writes',
    body: typingBody,
    status: 204,
  },
]

export function chatReads({ db }: Pick<Services, 'db'>) {
  return new Hono<Authenticated>()
    .get('/chats', async (c) => c.json(await listChats(db, c.get('actor'), filled(c.req.query()))))
    .get('/chats/:id', async (c) => c.json(await readChat(db, c.get('actor'), c.req.param('id'))))
    .get('/chats/:id/messages', async (c) =>
      c.json(await listChatMessages(db, c.get('actor'), c.req.param('id'), filled(c.req.query()))),
    )
}

/** A person starts, pauses and starts again; a device says it every few seconds at most. */
const perPerson = { points: 20, duration: 10 }
/** Devices say it again within this time. */
const typingMs = 10_000

export function chatRoutes(services: Services) {
  const { db } = services
  const limiter = new RateLimiterMemory(perPerson)
  return new Hono<Authenticated>()
    .post('/chats/:id/messages', async (c) => {
      const actor = c.get('actor')
      const id = requestId(c)
      const { message: body } = parseArgs(newMessage, await readJson(c))
      const chatId = parseArgs(idArg, c.req.param('id'))
      await applyMutation(services, actor, { id, name: 'chatMessage.send', args: { id, chatId, body } })
      return c.json(await readChatMessage(db, actor, id), 201)
    })
    .post('/chats/:id/read', async (c) => {
      const actor = c.get('actor')
      const { userId } = parseArgs(readBody, await readJson(c))
      if (userId !== actor.userId) throw new AppError('ERR_NO_PERMISSION', { field: 'userId' })
      const { id, lastMessageAt } = await readChat(db, actor, c.req.param('id'))
      if (lastMessageAt) {
        const args = { id, until: lastMessageAt.toISOString() }
        await applyMutation(services, actor, { id: requestId(c), name: 'chat.read', args })
      }
      return c.json(await readChat(db, actor, id))
    })
    .post('/chats/:id/typing', async (c) => {
      const actor = c.get('actor')
      const { state } = parseArgs(typingBody, await readJson(c))
      await consume(limiter, actor.userId)
      const { id } = await readChat(db, actor, c.req.param('id'))
      const typingUntil = state === 'paused' ? null : new Date(Date.now() + typingMs)
      await db.orm
        .update(chatMembers)
        .set({ typingUntil })
        .where(and(eq(chatMembers.chatId, id), eq(chatMembers.userId, actor.userId)))
      return c.body(null, 204)
    })
}
