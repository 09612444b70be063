// Where a route of the specification is not one mutation with its own arguments: what its body means.
import { idArg } from 'db/kit/columns.ts'
import { AppError } from 'db/kit/errors.ts'
import type { MutationArgs, MutationName } from 'db/mutations.ts'
import { maxBodyLength } from 'db/messages/send-args.ts'
import { ticketStatuses, type TicketStatus } from 'db/tickets/table.ts'
import * as v from 'valibot'

export type RestCall = { [Name in MutationName]: { name: Name; args: MutationArgs<Name> } }[MutationName]

const optionalId = v.optional(v.nullable(idArg))

export const newTicketBody = v.strictObject({
  contactId: idArg,
  whatsappId: idArg,
  queueId: optionalId,
  /** The ticket always is the caller's own and open; other values are refused. */
  userId: v.optional(idArg),
  status: v.optional(v.literal('open')),
})

export function newTicketCall(
  { contactId, whatsappId, queueId, userId }: v.InferOutput<typeof newTicketBody>,
  id: string,
  actorId: string,
): RestCall {
  if (userId !== undefined && userId !== actorId) throw new AppError('ERR_NO_PERMISSION', { field: 'userId' })
  return { name: 'ticket.create', args: { id, contactId, connectionId: whatsappId, queueId } }
}

export const ticketBody = v.strictObject({
  status: v.optional(v.picklist(ticketStatuses)),
  userId: optionalId,
  queueId: optionalId,
})

/** Which verb PUT /tickets/:id means, from the wished status and where the ticket stands. */
export function ticketCall(
  { status, userId, queueId }: v.InferOutput<typeof ticketBody>,
  ticket: { id: string; status: TicketStatus; queueId: string | null },
): RestCall {
  const { id } = ticket
  if (queueId && queueId !== ticket.queueId) return { name: 'ticket.transfer', args: { id, queueId, userId } }
  switch (status) {
    case 'closed':
      return { name: 'ticket.close', args: { id } }
    case 'pending':
      return { name: 'ticket.return', args: { id } }
    case 'open':
      return { name: ticket.status === 'closed' ? 'ticket.reopen' : 'ticket.accept', args: { id } }
    case undefined:
      if (queueId) return { name: 'ticket.transfer', args: { id, queueId, userId } }
      throw new AppError('ERR_VALIDATION', { fields: { status: ['Required'] } })
  }
}

export const newMessageBody = v.strictObject({
  body: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxBodyLength)),
  /** The message that it answers, as the list of messages gave it. */
  quotedMsg: v.optional(v.nullable(v.object({ id: idArg }))),
  /** As the specification's client sends them; own messages are what this route makes. */
  fromMe: v.optional(v.union([v.boolean(), v.literal('true')])),
  read: v.optional(v.union([v.boolean(), v.picklist([0, 1])])),
})
