// What the owner's phone tells a companion of the past when it is linked: its conversations, and what its contacts call
// themselves. Invariant: there is always a first part, however empty, because a new companion waits for it.

import { proto } from '@whiskeysockets/baileys'
import { deflateSync } from 'node:zlib'
import { isGroup, lidJid, pnJid } from '../jids.ts'
import type { PhoneNetwork } from './phone-network.ts'
import type { ChatMessage, ChatRecord, MessageStatus, PhoneRecord } from '../server-state.ts'

const MESSAGES_TOLD = 50

const { HistorySyncType } = proto.HistorySync
const { Status } = proto.WebMessageInfo

const STATUS: Record<MessageStatus, proto.WebMessageInfo.Status> = {
  sent: Status.SERVER_ACK,
  delivered: Status.DELIVERY_ACK,
  read: Status.READ,
  played: Status.PLAYED,
}

export function historyMessages(record: PhoneRecord, network: PhoneNetwork): proto.Message.IProtocolMessage[] {
  const conversations = record.chats.flatMap((chat) => conversationOf(chat, record, network))
  const contacts = record.chats.flatMap(({ peer }) => network.phoneOf(peer)?.record ?? [])
  const people = [record, ...contacts]
  const pushnames = people.flatMap((person) => [
    { id: pnJid(person), pushname: person.name },
    { id: lidJid(person), pushname: person.name },
  ])
  const phoneNumberToLidMappings = people.map((person) => ({ pnJid: pnJid(person), lidJid: lidJid(person) }))
  return [
    notification(HistorySyncType.INITIAL_BOOTSTRAP, { conversations, phoneNumberToLidMappings }),
    notification(HistorySyncType.PUSH_NAME, { pushnames }),
  ]
}

function notification(
  syncType: proto.HistorySync.HistorySyncType,
  content: Partial<proto.IHistorySync>,
): proto.Message.IProtocolMessage {
  const history = proto.HistorySync.encode({ syncType, progress: 100, ...content }).finish()
  return {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType: syncType as number as proto.Message.HistorySyncType,
      chunkOrder: 1,
      progress: 100,
      initialHistBootstrapInlinePayload: deflateSync(history),
    },
  }
}

function conversationOf({ peer, messages }: ChatRecord, owner: PhoneRecord, network: PhoneNetwork) {
  const told = messages.filter(({ view, isDeleted }) => view?.kind !== 'notice' && view?.kind !== 'call' && !isDeleted)
  const last = told.at(-1)
  const contact = network.phoneOf(peer)?.record
  if (!last || (!contact && !isGroup(peer))) return []
  const id = contact ? lidJid(contact) : peer
  const address = contact ? { pnJid: pnJid(contact), lidJid: id } : {}
  const name = contact?.name ?? network.groupOf(peer)?.subject ?? ''
  const newestFirst = told.slice(-MESSAGES_TOLD).toSorted((a, b) => b.at - a.at)
  const conversation: proto.IConversation = {
    id,
    ...address,
    name,
    displayName: name,
    conversationTimestamp: Math.floor(last.at / 1000),
    unreadCount: told.filter(({ fromMe, status }) => !fromMe && status === 'delivered').length,
    messages: newestFirst.map((message) => ({ message: infoOf(message, id, owner, network) })),
  }
  return [conversation]
}

function infoOf(message: ChatMessage, chat: string, owner: PhoneRecord, network: PhoneNetwork): proto.IWebMessageInfo {
  const { id, fromMe, author, text, payload, at, status } = message
  const writer = author === undefined ? (isGroup(chat) ? owner : undefined) : network.phoneOf(author)?.record
  const participant = writer ? { participant: lidJid(writer) } : {}
  return {
    key: { remoteJid: chat, fromMe, id, ...participant },
    message: payload ? proto.Message.decode(payload) : { conversation: text },
    messageTimestamp: Math.floor(at / 1000),
    status: STATUS[status],
    ...(author !== undefined && participant),
  }
}
