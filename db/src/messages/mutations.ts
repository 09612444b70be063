import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { idArg } from '../kit/columns.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { hasPermission } from '../kit/permissions.ts'
import { assertCanDo } from '../tickets/rules.ts'
import { mustFindTicket } from '../tickets/mutations.ts'
import { tickets } from '../tickets/table.ts'
import { ack, messages } from './table.ts'
import { whatsappIdOf } from './whatsapp-id.ts'

/** WhatsApp's own limit for a text message. */
export const maxBodyLength = 65_536

export const sendMessage = defineMutation({
  name: 'message.send',
  args: v.strictObject({
    id: idArg,
    ticketId: idArg,
    body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxBodyLength)),
  }),
  can: (actor) => hasPermission(actor, 'tickets:work'),
  async run(tx, args, ctx) {
    const ticket = await mustFindTicket(tx, ctx, args.ticketId)
    assertCanDo('reply', ticket)
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
      mediaType: 'chat',
      body: args.body,
      ack: ack.pending,
      ackError: null,
      isDeleted: false,
      quotedMessageId: null,
      sentAt: null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    await tx
      .update(tickets)
      .set({
        lastMessage: args.body,
        lastMessageFromMe: true,
        lastMessageAt: ctx.now,
        unreadMessages: 0,
        updatedAt: ctx.now,
      })
      .where(eq(tickets.id, ticket.id))
  },
})
