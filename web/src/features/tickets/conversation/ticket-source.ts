// A ticket's conversation for the parts that show one: its pages, what sends a message, and the row that is shown until the local database has it.
import { ownMessage } from 'db/messages/new-message.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { contentOf } from 'db/messages/send-args.ts'
import type { MutationArgs } from 'db/mutations.ts'
import type { Outgoing } from '../../../desk/conversation/composer/outgoing.ts'
import type { Conversation } from '../../../desk/conversation/list/source.ts'
import { enqueue } from '../../../sync/client.ts'
import { ticketPages } from './list/page-queries.ts'

type SendArgs = MutationArgs<'message.send'>

export function sendArgsOf(id: string, ticketId: string, message: Outgoing): SendArgs {
  const { file, media = file?.media, ...rest } = message
  return { id, ticketId, ...rest, ...(media && { media }) }
}

/** As the mutation will write it, as far as this tab knows: the local database has the rest in a moment. */
export function writtenRow(
  { id, ticketId }: Pick<MessageRow, 'id' | 'ticketId'>,
  message: Outgoing,
  userId: string,
  now: Date,
): MessageRow {
  const { media } = sendArgsOf(id, ticketId, message)
  const content = contentOf({ ...message, media }, { file: media, people: message.contactIds && [] })
  const unknown = { userName: null, participantName: null, quoted: null, sortKey: '' }
  return { ...ownMessage({ id, userId, now }, content), ...unknown, ticketId }
}

/** A refused forward never said here what it was. */
export const ticketConversation = (ticketId: string, userId: string): Conversation => ({
  id: ticketId,
  pages: ticketPages(ticketId),
  saying: { names: new Set(['message.send', 'message.forward']), key: 'ticketId' },
  send: (id, message, files) => enqueue('message.send', sendArgsOf(id, ticketId, message), files),
  written: (id, message, now) => writtenRow({ id, ticketId }, message, userId, now),
  said: ({ name, args, userId: by, at }) =>
    name === 'message.send'
      ? writtenRow({ id: String(args['id']), ticketId }, args as unknown as Outgoing, by, at)
      : null,
})
