// A row of messages comes into being here and nowhere else: what its maker says, and for the rest what the table says. Pure.
import { defaultsOf, newRow, type RowValues } from '../kit/new-row.ts'
import type { Ticket } from '../tickets/table.ts'
import { ack, messages, type Message } from './table.ts'

/** Where it stands: its ticket, and the chat that carries it. */
type Place = Pick<Ticket, 'id' | 'companyId' | 'contactId' | 'connectionId' | 'queueId' | 'archived'>

type Values = RowValues<typeof messages>

/** What it says. Where no kind is named it is text. */
export type Content = Pick<
  Values,
  | 'mediaType'
  | 'body'
  | 'mediaHash'
  | 'mediaMime'
  | 'mediaName'
  | 'mediaSize'
  | 'mediaWidth'
  | 'mediaHeight'
  | 'thumbnailHash'
  | 'mediaError'
  | 'details'
  | 'isForwarded'
  | 'quotedMessageId'
>

export function newMessage(
  { id: ticketId, companyId, contactId, connectionId, queueId, archived }: Place,
  values: Omit<Values, 'ticketId' | Exclude<keyof Place, 'id'>>,
): Message {
  return newRow(messages, { ...values, ticketId, companyId, contactId, connectionId, queueId, archived })
}

/** An own message that waits to be sent, all but its place: a device shows it before it has asked for that. */
export function ownMessage(by: { id: string; userId: string | null; now: Date }, content: Content) {
  const { id, userId, now } = by
  const own = { id, whatsappId: whatsappIdOf(id), fromMe: true, userId, ack: ack.pending }
  return { ...defaultsOf(messages), ...content, ...own, createdAt: now, updatedAt: now }
}

/** The WhatsApp id of what we say, fixed by its row's id (UUIDv7): a second attempt carries the same id and WhatsApp drops it. */
export function whatsappIdOf(messageId: string) {
  return `3EB0${messageId.replaceAll('-', '').slice(-18).toUpperCase()}`
}
