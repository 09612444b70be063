import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { idArg } from '../kit/columns.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { hasPermission } from '../kit/permissions.ts'
import { mediaArgs, mediaColumns, noMedia } from '../media/media-args.ts'
import { assertCanDo } from '../tickets/rules.ts'
import { mustFindTicket } from '../tickets/mutations.ts'
import { tickets } from '../tickets/table.ts'
import { ack, messages, plainMessage } from './table.ts'
import { whatsappIdOf } from './whatsapp-id.ts'

/** WhatsApp's own limit for a text message. */
export const maxBodyLength = 65_536

export const sendMessage = defineMutation({
  name: 'message.send',
  args: v.strictObject({
    id: idArg,
    ticketId: idArg,
    /** Empty only with a file, whose caption it is. */
    body: v.pipe(v.string(), v.trim(), v.maxLength(maxBodyLength)),
    media: v.optional(mediaArgs),
  }),
  can: (actor) => hasPermission(actor, 'tickets:work'),
  async run(tx, args, ctx) {
    if (args.body === '' && !args.media) throw new AppError('ERR_VALIDATION', { fields: { body: ['Required'] } })
    const ticket = await mustFindTicket(tx, ctx, args.ticketId)
    assertCanDo('reply', ticket)
    const media = args.media ? await mediaColumns(tx, args.media, ctx) : { ...noMedia, mediaType: 'chat' }
    await tx.insert(messages).values({
      id: args.id,
      companyId: ticket.companyId,
      ticketId: ticket.id,
      contactId: ticket.contactId,
      connectionId: ticket.connectionId,
      queueId: ticket.queueId,
      archived: ticket.archived,
      whatsappId: whatsappIdOf(args.id),
      fromMe: true,
      userId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      ...media,
      body: args.body,
      ack: ack.pending,
      ackError: null,
      ...plainMessage,
      sentAt: null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await tx
      .update(tickets)
      .set({
        lastMessage: args.body || (media.mediaName ?? ''),
        lastMessageFromMe: true,
        lastMessageAt: ctx.now,
        unreadMessages: 0,
        updatedAt: ctx.now,
      })
      .where(eq(tickets.id, ticket.id))
  },
})
