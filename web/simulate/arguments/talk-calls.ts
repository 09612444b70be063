// What is said: to customers, and among colleagues.
import { newId } from 'db/kit/new-id.ts'
import type { MutationName } from 'db/mutations.ts'
import { bodies, idOf, names, ownMessage, readUntil, ticketIn, type Call } from './call.ts'

export const talkCalls = {
  'chat.create': {
    creates: 'chats',
    args: (seen, random) => ({
      id: newId(),
      title: random.pick(names),
      userIds: Array.from({ length: random.int(1, 3) }, () => idOf('users', seen, random)),
    }),
  },
  'chat.update': {
    args: (seen, random) => ({
      id: idOf('chats', seen, random),
      changes: random.chance(0.3)
        ? { title: { to: random.pick(names) } }
        : { userIds: { to: Array.from({ length: random.int(1, 3) }, () => idOf('users', seen, random)) } },
    }),
  },
  'chat.delete': { args: (seen, random) => ({ id: idOf('chats', seen, random) }) },
  'chat.leave': { args: (seen, random) => ({ id: idOf('chats', seen, random) }) },
  'chat.read': {
    args: (seen, random) => ({
      id: idOf('chats', seen, random),
      until: readUntil('chat_messages')(seen, random),
    }),
  },
  'chatMessage.send': {
    creates: 'chat_messages',
    args: (seen, random) => ({
      id: newId(),
      chatId: idOf('chats', seen, random),
      body: random.pick(bodies),
      ...(random.chance(0.2) && { quotedMessageId: idOf('chat_messages', seen, random) }),
      ...(random.chance(0.2) && { mentions: [idOf('users', seen, random)] }),
      ...(random.chance(0.2) && { ticketId: idOf('tickets', seen, random) }),
    }),
  },
  'message.send': {
    creates: 'messages',
    args: (seen, random) => ({
      id: newId(),
      ticketId: ticketIn('open')(seen, random),
      body: random.pick(bodies),
      ...(random.chance(0.5) && { readUntil: readUntil('messages')(seen, random) }),
      ...(random.chance(0.2) && { quotedMessageId: idOf('messages', seen, random) }),
      ...(random.chance(0.1) && { contactIds: [idOf('contacts', seen, random)], body: '' }),
      ...(random.chance(0.1) && { location: { latitude: -23.5, longitude: random.int(-190, 180) }, body: '' }),
    }),
  },
  'message.forward': {
    creates: 'messages',
    args: (seen, random) => ({
      id: newId(),
      messageId: idOf('messages', seen, random),
      ticketId: ticketIn('open')(seen, random),
    }),
  },
  'message.react': {
    args: (seen, random) => ({ id: idOf('messages', seen, random), emoji: random.pick(['👍', '❤️', '', 'x']) }),
  },
  'message.edit': { args: (seen, random) => ({ id: ownMessage(seen, random), body: random.pick(bodies) }) },
  'message.delete': { args: (seen, random) => ({ id: ownMessage(seen, random) }) },
} satisfies Partial<Record<MutationName, Call>>
