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
  /** The caller's own or the company's default one, when it is not said. */
  whatsappId: optionalId,
  queueId: optionalId,
  /** The ticket always is the caller's own and open; other values are refused. */
  userId: v.optional(idArg),
  status: v.optional(v.literal('open')),
})

export function newTicketCall(
  { contactId, queueId, userId }: v.InferOutput<typeof newTicketBody>,
  whatsappId: string,
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
  whatsappId: optionalId,
  /** Closing clears what answers by itself; a ticket keeps none of it, so only clearing means something. */
  useIntegration: v.optional(v.nullable(v.literal(false))),
  promptId: v.optional(v.null()),
  integrationId: v.optional(v.null()),
})
type TicketBody = v.InferOutput<typeof ticketBody>

interface TicketNow {
  id: string
  status: TicketStatus
  queueId: string | null
  whatsappId: string
}

/** Which verb PUT /tickets/:id means, from what is wished and where the ticket stands. */
export function ticketCall(body: TicketBody, ticket: TicketNow, actorId: string): RestCall {
  const { id } = ticket
  if (isTransfer(body, ticket, actorId)) return { name: 'ticket.transfer', args: { id, ...targetOf(body, ticket) } }
  switch (body.status) {
    case 'closed':
      return { name: 'ticket.close', args: { id } }
    case 'pending':
      return { name: 'ticket.return', args: { id } }
    case 'open':
      return { name: ticket.status === 'closed' ? 'ticket.reopen' : 'ticket.accept', args: { id } }
    case undefined:
      throw new AppError('ERR_VALIDATION', { fields: { status: ['Required'] } })
  }
}

/** To a queue, to somebody else, to another connection; without a status it can be nothing else. */
function isTransfer({ status, userId, queueId, whatsappId }: TicketBody, ticket: TicketNow, actorId: string) {
  if (status === 'closed') return false
  const isElsewhere = Boolean(
    (queueId && queueId !== ticket.queueId) || (whatsappId && whatsappId !== ticket.whatsappId),
  )
  const isHandedOver = Boolean(userId) && userId !== actorId
  return isElsewhere || isHandedOver || (status === undefined && Boolean(queueId ?? userId))
}

function targetOf({ userId, queueId, whatsappId }: TicketBody, ticket: TicketNow) {
  return {
    ...(queueId && { queueId }),
    ...(userId !== undefined && { userId }),
    ...(whatsappId && whatsappId !== ticket.whatsappId && { connectionId: whatsappId }),
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
