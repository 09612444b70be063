// What a member says in a chat: a text, a file, a recording, a ticket that they speak of.
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import { assertPlanHas } from '../companies/features.ts'
import { idArg } from '../kit/args.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError, invalid } from '../kit/errors.ts'
import { newRow } from '../kit/new-row.ts'
import { measured, type MediaArgs } from '../media/media-args.ts'
import { lastMessageColumns } from '../messages/last-message.ts'
import { contentOf, sendArgs } from '../messages/send-args.ts'
import { readableTickets, tickets } from '../tickets/table.ts'
import { users } from '../users/table.ts'
import { mayChat, mustBeUser, mustFindChat } from './mutations.ts'
import { chatMembers, chatMessages, chats, type Chat } from './table.ts'

const { id, body, media, quotedMessageId, isVoice, seconds } = sendArgs.entries

export const chatMessageArgs = v.strictObject({
  id,
  chatId: idArg,
  /** Empty only with a file or a ticket. */
  body,
  media,
  quotedMessageId,
  isVoice,
  seconds,
  /** Members who are called by `@name` in the text; who is none is passed over. */
  mentions: v.optional(v.pipe(v.array(idArg), v.maxLength(50))),
  ticketId: v.optional(v.nullable(idArg)),
})
type ChatMessageArgs = v.InferOutput<typeof chatMessageArgs>

export const sendChatMessage = defineMutation({
  name: 'chatMessage.send',
  args: chatMessageArgs,
  can: mayChat,
  async run(tx, args, ctx) {
    await assertPlanHas(tx, ctx, 'useInternalChat')
    assertFits(args)
    const chat = await mustFindChat(tx, ctx, args.chatId)
    if (args.quotedMessageId) await assertOfChat(tx, args.quotedMessageId, chat.id)
    if (args.ticketId) await assertVisible(tx, ctx, args.ticketId)
    const file = args.media && (await measured(tx, args.media, ctx))
    const row = chatMessage({ chat, senderId: mustBeUser(ctx.actor), senderName: nameOf(ctx), now: ctx.now }, args, {
      file,
      called: await calledIn(tx, chat.id, args.mentions ?? []),
    })
    if (args.isVoice && row.mediaType !== 'audio') throw invalid('isVoice', 'Only with sound')
    await tx.insert(chatMessages).values(row)
    const { lastMessage, lastMessageType } = lastMessageColumns({ ...row, fromMe: true })
    await tx
      .update(chats)
      .set({
        lastMessage,
        lastMessageType,
        lastMessageAt: row.createdAt,
        lastSenderId: row.senderId,
        lastSenderName: row.senderName,
        updatedAt: row.createdAt,
      })
      .where(eq(chats.id, chat.id))
    await stopTyping(tx, ctx, chat.id)
    ctx.effects.notifyChat(row.id)
  },
})

/** Whoever has said it writes no more; that is told by the server alone, and not by a device that may be weeks late. */
async function stopTyping(tx: Tx, { actor, side }: MutationContext, chatId: string) {
  if (side === 'client') return
  const own = and(eq(chatMembers.chatId, chatId), eq(chatMembers.userId, mustBeUser(actor)))
  await tx
    .update(chatMembers)
    .set({ typingUntil: null })
    .where(and(own, isNotNull(chatMembers.typingUntil)))
}

const nameOf = ({ actor }: MutationContext) => (actor.kind === 'user' ? actor.name : '')

interface Said {
  chat: Pick<Chat, 'id' | 'companyId' | 'lastMessageAt'>
  senderId: string
  senderName: string
  now: Date
}

interface Known {
  file?: Pick<MediaArgs, 'mime' | 'size'> | undefined
  called: readonly { userId: string; name: string }[]
}

/** The row that the arguments mean. Pure: a device shows it before it has asked for anything. */
export function chatMessage({ chat, senderId, senderName, now }: Said, args: ChatMessageArgs, { file, called }: Known) {
  const { isForwarded: _, ...content } = contentOf(args, { file })
  const mentioned = called.filter(({ name }) => args.body.includes(`@${name}`))
  const names = mentioned.map(({ name }) => ({ digits: name, name }))
  const details = { ...content.details, ...(names.length > 0 && { mentions: names }) }
  // No two messages of a chat have one time, and none comes before one that was there.
  const createdAt = new Date(Math.max(now.getTime(), (chat.lastMessageAt?.getTime() ?? 0) + 1))
  return newRow(chatMessages, {
    ...content,
    mediaType: content.mediaType ?? (args.body === '' ? 'ticket' : 'chat'),
    body: args.body,
    id: args.id,
    companyId: chat.companyId,
    chatId: chat.id,
    senderId,
    senderName,
    details: Object.keys(details).length === 0 ? null : details,
    mentions: mentioned.map(({ userId }) => userId),
    ticketId: args.ticketId ?? null,
    createdAt,
    updatedAt: createdAt,
  })
}

function assertFits({ media: file, isVoice: voice, body: text, ticketId, mentions = [] }: ChatMessageArgs) {
  if (voice && !file) throw invalid('isVoice', 'Only with a file')
  if (voice && text !== '') throw invalid('body', 'Not with a recording')
  if (!file && !ticketId && text === '') throw invalid('body', 'Required')
  if (mentions.length > 0 && text === '') throw invalid('mentions', 'Only with a text')
}

/** @throws AppError ERR_FETCH_WAPP_MSG when it is not there, or of another chat: nobody learns which */
async function assertOfChat(tx: Tx, messageId: string, chatId: string) {
  const [message] = await tx
    .select({ chatId: chatMessages.chatId })
    .from(chatMessages)
    .where(eq(chatMessages.id, messageId))
  if (message?.chatId !== chatId) throw new AppError('ERR_FETCH_WAPP_MSG')
}

/** A device may not have it: it was archived. The server says whether whoever names it may see it. @throws AppError ERR_NO_TICKET_FOUND */
async function assertVisible(tx: Tx, { actor, side }: MutationContext, ticketId: string) {
  if (side === 'client') return
  const [ticket] = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), readableTickets.scope(actor)))
  if (!ticket) throw new AppError('ERR_NO_TICKET_FOUND')
}

async function calledIn(tx: Tx, chatId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  return tx
    .select({ userId: users.id, name: users.name })
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .where(and(eq(chatMembers.chatId, chatId), inArray(chatMembers.userId, [...userIds])))
    .orderBy(users.name, users.id)
}
