// A ticket's conversation for the parts that show one: its pages, what sends a message, and the row that is shown meanwhile.
import type { Outgoing } from '../../../desk/conversation/composer/outgoing.ts'
import type { Conversation } from '../../../desk/conversation/list/source.ts'
import { enqueue } from '../../../sync/client.ts'
import { sendArgsOf, writtenRow } from './composer/sent-message.ts'
import { ticketPages } from './list/page-queries.ts'

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
