// A chat of the team for the parts that show a conversation: its pages, what sends a message, and the row that is shown until the local
// database has it.
import { chatFloorBefore, chatFloorsBackTo, messagesOfChat, type ChatMessageRow } from 'db/chats/queries.ts'
import { chatMessage } from 'db/chats/send-message.ts'
import type { UserActor } from 'db/kit/actor.ts'
import type { MutationArgs } from 'db/mutations.ts'
import type { Outgoing } from '../../../desk/conversation/composer/outgoing.ts'
import { olderPageSize, pageSize, type Conversation } from '../../../desk/conversation/list/source.ts'
import { enqueue } from '../../../sync/client.ts'

type SendArgs = MutationArgs<'chatMessage.send'>

/** What is written to colleagues. */
export interface ChatOutgoing extends Pick<
  Outgoing,
  'body' | 'isVoice' | 'seconds' | 'quotedMessageId' | 'file' | 'media'
> {
  /** Members who are called by `@name` in it. */
  mentions?: string[]
  ticketId?: string
}

export function chatArgsOf(id: string, chatId: string, message: ChatOutgoing): SendArgs {
  const { file, media = file?.media, ...rest } = message
  return { id, chatId, ...rest, ...(media && { media }) }
}

/** As the mutation will write it, as far as this tab knows. */
export function writtenRow(
  { userId, companyId, name }: Pick<UserActor, 'userId' | 'companyId' | 'name'>,
  args: SendArgs,
  now: Date,
): ChatMessageRow {
  const chat = { id: args.chatId, companyId, lastMessageAt: null }
  const said = { chat, senderId: userId, senderName: name, now }
  const { chatId, ticketId, senderId, senderName, ...row } = chatMessage(said, args, { file: args.media, called: [] })
  return {
    ...row,
    ticketId: chatId,
    aboutTicketId: ticketId,
    fromMe: true,
    callsMe: false,
    userId: senderId,
    userName: senderName,
    participantId: null,
    participantName: null,
    quoted: null,
    sortKey: '',
    ack: 1,
    ackError: null,
    ...never,
  }
}

/** What only customers' messages have. */
const never = {
  thumbnailHash: null,
  mediaError: null,
  isDeleted: false,
  isForwarded: false,
  isViewOnce: false,
  campaignId: null,
  editedAt: null,
  reactions: {},
  sentAt: null,
}

export const chatConversation = (chatId: string, actor: UserActor): Conversation<ChatOutgoing> => ({
  id: chatId,
  pages: {
    between: (floor, ceiling) =>
      messagesOfChat({ chatId, userId: actor.userId, floor, ceiling, limit: floor ? null : pageSize }),
    floorBefore: (ceiling) => chatFloorBefore({ chatId, ceiling, pageSize: olderPageSize }),
    floorsBackTo: (ceiling, messageId) => chatFloorsBackTo({ chatId, ceiling, messageId, pageSize: olderPageSize }),
  },
  saying: { names: new Set(['chatMessage.send']), key: 'chatId' },
  send: (id, message, files) => enqueue('chatMessage.send', chatArgsOf(id, chatId, message), files),
  written: (id, message, now) => writtenRow(actor, chatArgsOf(id, chatId, message), now),
  said: ({ args, at }) => writtenRow(actor, args as unknown as SendArgs, at),
})
