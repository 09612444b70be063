import { newId } from 'db/kit/new-id.ts'
import type { MutationName } from 'db/mutations.ts'
import { any, bodies, fieldOf, idOf, onTicket, onTicketAndTag, readUntil, ticketIn, type Call } from './call.ts'

export const ticketCalls = {
  'ticket.accept': onTicket('pending'),
  'ticket.return': onTicket('open'),
  'ticket.close': onTicket('open', 'pending'),
  'ticket.reopen': onTicket('closed'),
  'ticket.markRead': {
    args: (seen, random) => ({
      id: ticketIn(...any)(seen, random),
      ...(random.chance(0.7) && { until: readUntil('messages')(seen, random) }),
    }),
  },
  'ticket.delete': onTicket('closed'),
  'ticket.transfer': {
    args: (seen, random) => ({
      id: ticketIn('open', 'pending')(seen, random),
      queueId: idOf('queues', seen, random),
      ...(random.chance(0.4) && { userId: idOf('users', seen, random) }),
      ...(random.chance(0.2) && { connectionId: idOf('connections', seen, random) }),
    }),
  },
  'ticket.create': {
    creates: 'tickets',
    args: (seen, random) => ({
      id: newId(),
      contactId: idOf('contacts', seen, random),
      connectionId: idOf('connections', seen, random),
      ...(random.chance(0.9) && { queueId: idOf('queues', seen, random) }),
    }),
  },
  'ticketNote.create': {
    creates: 'ticket_notes',
    args: (seen, random) => ({
      id: newId(),
      ticketId: ticketIn(...any)(seen, random),
      note: random.chance(0.5) ? random.pick(bodies) : `@[${idOf('users', seen, random)}] ${random.pick(bodies)}`,
    }),
  },
  'ticketNote.delete': { args: (seen, random) => ({ id: idOf('ticket_notes', seen, random) }) },
  // Mostly one that mentions whoever looks.
  'ticketNote.see': {
    args: (seen, random) => ({
      id: random.chance(0.8) ? fieldOf('note_mentions', 'note_id', seen, random) : idOf('ticket_notes', seen, random),
    }),
  },
  'ticketTag.add': onTicketAndTag,
  'ticketTag.remove': onTicketAndTag,
  'ticketTag.sync': {
    args: (seen, random) => ({
      ticketId: ticketIn(...any)(seen, random),
      tags: Array.from({ length: random.int(0, 2) }, () => idOf('tags', seen, random)),
    }),
  },
  'ticketTag.move': {
    args: (seen, random) => ({
      ticketId: ticketIn(...any)(seen, random),
      tagId: random.chance(0.3) ? null : idOf('tags', seen, random),
    }),
  },
  'ticketTag.clearLanes': { args: (seen, random) => ({ ticketId: ticketIn(...any)(seen, random) }) },
} satisfies Partial<Record<MutationName, Call>>
