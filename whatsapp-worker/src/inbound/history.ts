// What the phone tells of the time before it was linked: people and their latest messages, one conversation a transaction.
// Invariant: only a help to the reader. It opens no ticket, and what is lost of it with a worker is not asked for again.
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { proto } from '@whiskeysockets/baileys'
import { learnPerson } from 'db/contacts/learn-person.ts'
import { rememberPhoneContact } from 'db/contacts/phone-book.ts'
import type { InboundMessage } from 'db/messages/inbound.ts'
import { receiveHistory } from 'db/messages/receive-history.ts'
import { fileToFetch } from 'db/messages/receive.ts'
import { decode } from './decode.ts'
import type { Me } from './jids.ts'
import { personOf } from './news.ts'
import type { Receiver, ReceiverParts } from './receive.ts'

export type History = BaileysEventMap['messaging-history.set']

/** As long as a closed ticket stays on devices, by default. */
const maxDays = 14
/** The latest of each conversation. */
const maxMessages = 50

export function takeHistory(
  { contacts, messages, syncType }: History,
  me: Me,
  receiver: Receiver,
  { connectionId, onFile }: Pick<ReceiverParts, 'connectionId' | 'onFile'>,
) {
  // Names alone are of everybody whom the owner ever met in a group; conversations are with people one knows.
  const isNew = syncType !== proto.HistorySync.HistorySyncType.PUSH_NAME
  for (const contact of contacts) {
    const person = personOf(contact, isNew)
    if (!person || isOwn(person, me)) continue
    receiver.inTurn('history', async (tx, ctx) => {
      await rememberPhoneContact(tx, connectionId, person, ctx)
      await learnPerson(tx, person, ctx)
    })
  }
  for (const conversation of conversationsOf(messages, me, connectionId, new Date())) {
    receiver.inTurn('history', (tx, ctx) =>
      receiveHistory(
        tx,
        conversation,
        async (messageId, inbound) => {
          const file = fileToFetch(inbound)
          if (file) await onFile(tx, messageId, inbound, file)
        },
        ctx,
      ),
    )
  }
}

const isOwn = (person: { lid: string | null; number: string | null }, me: Me) =>
  (person.lid !== null && person.lid === me.lid) || (person.number !== null && person.number === me.number)

/** Oldest first, and so are the messages of each. */
export function conversationsOf(messages: History['messages'], me: Me, connectionId: string, now: Date) {
  const since = now.getTime() - maxDays * 86_400_000
  const stored = messages.flatMap((raw): InboundMessage[] => {
    const decoded = decode(raw, me)
    if (decoded.kind !== 'message' || decoded.message.sentAt.getTime() < since) return []
    return [{ ...decoded.message, connectionId }]
  })
  const chats = Map.groupBy(stored, ({ contact }) => contact.lid ?? contact.number)
  const latest = [...chats.values()].map((chat) => chat.toSorted(bySentAt).slice(-maxMessages))
  return latest.toSorted(([a], [b]) => (a && b ? bySentAt(a, b) : 0))
}

const bySentAt = (a: InboundMessage, b: InboundMessage) => a.sentAt.getTime() - b.sentAt.getTime()
