// Where a route of the specification is not one mutation with its own arguments: what its body means. Pure.
import { idArg } from 'db/kit/args.ts'
import { AppError } from 'db/kit/errors.ts'
import { mediaHash } from 'db/media/media-args.ts'
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
  userId: optionalId,
  status: v.optional(v.literal('open')),
})

export function newTicketCall(
  { contactId, queueId, userId }: v.InferOutput<typeof newTicketBody>,
  whatsappId: string,
  id: string,
  actorId: string,
): RestCall {
  if (userId && userId !== actorId) throw new AppError('ERR_NO_PERMISSION', { field: 'userId' })
  return { name: 'ticket.create', args: { id, contactId, connectionId: whatsappId, queueId } }
}

/** Closing clears what answers by itself; a ticket keeps none of it, so only clearing means something. */
const cleared = v.optional(v.nullable(v.literal(false)))

export const ticketBody = v.strictObject({
  status: v.optional(v.picklist(ticketStatuses)),
  userId: optionalId,
  queueId: optionalId,
  whatsappId: optionalId,
  useIntegration: cleared,
  promptId: cleared,
  integrationId: cleared,
})
type TicketBody = v.InferOutput<typeof ticketBody>

interface TicketNow {
  id: string
  status: TicketStatus
  queueId: string | null
  whatsappId: string
}

/** What PUT /tickets/:id means, from what is wished and where the ticket stands: all of it, in this order, or nothing. */
export function ticketCalls(body: TicketBody, ticket: TicketNow, actorId: string): readonly RestCall[] {
  const { id } = ticket
  const place = placeOf(body, ticket)
  const verb = (name: 'ticket.accept' | 'ticket.return' | 'ticket.close'): RestCall => ({
    name,
    args: { id },
  })
  const transfer = (target: Omit<MutationArgs<'ticket.transfer'>, 'id'>): RestCall => ({
    name: 'ticket.transfer',
    args: { id, ...target },
  })
  switch (body.status) {
    case 'closed':
      return [verb('ticket.close')]
    case 'pending': {
      // To the queue in which it waits already, too.
      const queueId = place.queueId ?? (ticket.status === 'pending' ? body.queueId : undefined)
      if (queueId) return [transfer({ ...place, queueId, userId: null })]
      const returned = ticket.status === 'pending' && place.connectionId ? [] : [verb('ticket.return')]
      return place.connectionId ? [...returned, transfer(place)] : returned
    }
    case 'open': {
      const userId = body.userId ?? actorId
      const isClosed = ticket.status === 'closed'
      // One that is closed goes on over the connection that is named: its own may be gone.
      const { connectionId, ...staysOver } = place
      const taken: RestCall = isClosed
        ? { name: 'ticket.reopen', args: { id, ...(connectionId && { connectionId }) } }
        : verb('ticket.accept')
      const rest = isClosed ? staysOver : place
      const isElsewhere = Object.keys(rest).length > 0 || userId !== actorId
      if (!isElsewhere) return [taken]
      // Who gets it from somebody else was not who accepted it.
      const isTaken = isClosed || (ticket.status === 'pending' && userId === actorId)
      return [...(isTaken ? [taken] : []), transfer({ ...rest, userId })]
    }
    case undefined: {
      const queueId = body.queueId ?? undefined
      const { userId } = body
      if (!queueId && !userId && !place.connectionId) {
        throw new AppError('ERR_VALIDATION', { fields: { status: ['Required'] } })
      }
      return [transfer({ ...place, ...(queueId && { queueId }), ...(userId !== undefined && { userId }) })]
    }
  }
}

/** Queue and connection, where they are not the ticket's. */
function placeOf({ queueId, whatsappId }: TicketBody, ticket: TicketNow) {
  return {
    ...(queueId && queueId !== ticket.queueId && { queueId }),
    ...(whatsappId && whatsappId !== ticket.whatsappId && { connectionId: whatsappId }),
  }
}

export const newMessageBody = v.strictObject({
  /** The text, or the caption when there is a file; only a message with a file may have an empty one. */
  body: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxBodyLength)), ''),
  /** A file that the company has, as `mediaUrl` of a message or an upload to /uploads tells its place: /api/media/{sha256}. */
  mediaUrl: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2000)))),
  /** How the file is called; else as it was called before. */
  mediaName: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255)))),
  /** The message that it answers, as the list of messages gave it. */
  quotedMsg: v.optional(v.nullable(v.object({ id: idArg }))),
  /** As the specification's client sends them; own messages are what this route makes. */
  fromMe: v.optional(v.boolean()),
  read: v.optional(v.boolean()),
})

const ownMedia = /^\/api\/media\/([0-9a-f]{64})$/

/**
 * The hash of the company's own file that a media URL names: a path of this API, or with the host that was asked.
 * @throws AppError ERR_VALIDATION for any other place: the server fetches nothing that a caller names
 */
export function hashIn(mediaUrl: string, host: string | undefined): string {
  const url = URL.parse(mediaUrl, 'http://here.invalid')
  const isHere = url !== null && (url.host === 'here.invalid' || url.host === host)
  const hash = isHere && url.search === '' ? ownMedia.exec(url.pathname)?.[1] : undefined
  if (!v.is(mediaHash, hash)) throw new AppError('ERR_VALIDATION', { fields: { mediaUrl: ['Not a file of ours'] } })
  return hash
}

/**
 * Which text goes with which of several files: as many texts as files are one's each, a single one is the first's. A text that only repeats the
 * file's name, as the specification's client sends it, is none. @throws AppError ERR_VALIDATION for other counts
 */
export function captionsOf(names: readonly string[], texts: readonly string[]): string[] {
  if (texts.length > 1 && texts.length !== names.length) {
    throw new AppError('ERR_VALIDATION', { fields: { body: ['One, or one for each file'] } })
  }
  return names.map((name, n) => {
    const text = (texts[n] ?? '').trim()
    return text === name.trim() ? '' : text
  })
}
