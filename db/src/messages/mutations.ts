// What an attendant does in a conversation: write, pass on, react, edit, delete. The row shows it at once; what WhatsApp has to be told
// stands in the rows too (a pending message, a row of message_actions), so a worker that dies loses nothing.
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Actor } from '../kit/actor.ts'
import { idArg } from '../kit/args.ts'
import { defineMutation, isGone, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError, type ErrorCode } from '../kit/errors.ts'
import { hasPermission } from '../kit/permissions.ts'
import { ownReaction, recordAction } from './actions.ts'
import { insertOwnMessage, mustSeeMessage, ticketToReplyIn } from './own-message.ts'
import { showInList } from './show-in-list.ts'
import {
  deleteWindowMs,
  editWindowMs,
  isDeletable,
  isEditable,
  isEmoji,
  isForwardable,
  isReactable,
  isYounger,
} from './rules.ts'
import { assertQuotable, body, checkedContent, sendArgs } from './send-args.ts'
import { messages, type Message } from './table.ts'
import { writtenMentions } from './written-mentions.ts'

const works = (actor: Actor) => hasPermission(actor, 'tickets:work')

export const sendMessage = defineMutation({
  name: 'message.send',
  args: sendArgs,
  can: works,
  async run(tx, args, ctx) {
    const content = await checkedContent(tx, args, ctx)
    const ticket = await ticketToReplyIn(tx, ctx, args.ticketId)
    if (args.quotedMessageId) assertQuotable(await ticketOf(tx, args.quotedMessageId), ticket.id)
    const mentions = await writtenMentions(tx, args.body, ticket, ctx)
    const details = { ...content.details, ...mentions }
    const said = Object.keys(details).length > 0 ? { ...content, details } : content
    await insertOwnMessage(tx, ctx, ticket, args.id, { ...said, readUntil: args.readUntil })
  },
})

async function ticketOf(tx: Tx, messageId: string) {
  const [message] = await tx.select({ ticketId: messages.ticketId }).from(messages).where(eq(messages.id, messageId))
  return message
}

/** A copy into another conversation, with its file. What it answered and whom it mentioned stays behind. */
export const forwardMessage = defineMutation({
  name: 'message.forward',
  args: v.strictObject({ id: idArg, messageId: idArg, ticketId: idArg }),
  can: works,
  async run(tx, args, ctx) {
    const source = await mustSeeMessage(tx, ctx, args.messageId)
    const ticket = await ticketToReplyIn(tx, ctx, args.ticketId)
    if (!isForwardable(source)) throw new AppError('ERR_FORWARD_WAPP_MSG')
    await insertOwnMessage(tx, ctx, ticket, args.id, {
      ...copyOf(source),
      details: detailsToPassOn(source.details),
      isForwarded: true,
      readUntil: null,
    })
  },
})

function copyOf(message: Message) {
  const { mediaType, body: text, mediaHash, mediaMime, mediaName, mediaSize } = message
  const { mediaWidth, mediaHeight, thumbnailHash, mediaError } = message
  const file = { mediaHash, mediaMime, mediaName, mediaSize, mediaWidth, mediaHeight, thumbnailHash, mediaError }
  return { mediaType, body: text, ...file }
}

function detailsToPassOn(details: Message['details']): Message['details'] {
  const { mentions: _mentions, quoted: _quoted, refused: _refused, ...passedOn } = details ?? {}
  return Object.keys(passedOn).length === 0 ? null : passedOn
}

/** Sets what the company's number reacts with; '' takes it back. */
export const reactToMessage = defineMutation({
  name: 'message.react',
  refusal: 'alone',
  args: v.strictObject({ id: idArg, emoji: v.union([v.literal(''), v.pipe(v.string(), v.check(isEmoji))]) }),
  can: works,
  async run(tx, { id, emoji }, ctx) {
    const message = await messageToChange(tx, ctx, id)
    if (!isReactable(message)) throw new AppError('ERR_REACT_WAPP_MSG')
    const previous = message.reactions['me'] ?? ''
    if (previous === emoji) return
    await change(tx, ctx, message, { reactions: ownReaction(emoji) })
    await recordAction(tx, ctx, message, { kind: 'react', content: emoji, previous })
  },
})

export const editMessage = defineMutation({
  name: 'message.edit',
  refusal: 'alone',
  args: v.strictObject({ id: idArg, body: v.pipe(body, v.minLength(1)) }),
  can: works,
  async run(tx, args, ctx) {
    const message = await messageToChange(tx, ctx, args.id)
    assertInTime(isEditable(message), message, editWindowMs, ctx, 'ERR_EDIT_WAPP_MSG')
    if (message.body === args.body) return
    await change(tx, ctx, message, { body: args.body, editedAt: ctx.now })
    await showInList(tx, ctx.now, message)
    await recordAction(tx, ctx, message, { kind: 'edit', content: args.body, previous: message.body })
  },
})

/** For everybody in the chat. The row stays, as a deleted one. */
export const deleteMessage = defineMutation({
  name: 'message.delete',
  refusal: 'alone',
  isMoot: isGone,
  args: v.strictObject({ id: idArg }),
  can: works,
  async run(tx, { id }, ctx) {
    const message = await messageToChange(tx, ctx, id)
    assertInTime(isDeletable(message), message, deleteWindowMs, ctx, 'ERR_DELETE_WAPP_MSG')
    await change(tx, ctx, message, { isDeleted: true })
    await showInList(tx, ctx.now, message)
    await recordAction(tx, ctx, message, { kind: 'delete', content: '', previous: '' })
  },
  rest: { method: 'delete', path: '/messages/:id', summary: 'Delete an own message for everybody' },
})

/** In a conversation that one may reply in; its ticket is locked, so nobody else changes the message meanwhile. */
async function messageToChange(tx: Tx, ctx: MutationContext, id: string) {
  const { ticketId } = await mustSeeMessage(tx, ctx, id)
  await ticketToReplyIn(tx, ctx, ticketId)
  return mustSeeMessage(tx, ctx, id)
}

/** Ages are by the server's clock: a device's may be hours off, and what it refused it would show as undone. */
function assertInTime(isAllowed: boolean, message: Message, windowMs: number, ctx: MutationContext, code: ErrorCode) {
  if (!isAllowed || (ctx.side === 'server' && !isYounger(message, windowMs, ctx.now))) throw new AppError(code)
}

type Change = Parameters<ReturnType<typeof messageUpdate>['set']>[0]
const messageUpdate = (tx: Tx) => tx.update(messages)

/** What was refused before is old news. */
function change(tx: Tx, ctx: MutationContext, { id }: Message, values: Change) {
  return messageUpdate(tx)
    .set({ ...values, details: sql`${messages.details} - 'refused'`, updatedAt: ctx.now })
    .where(eq(messages.id, id))
}
