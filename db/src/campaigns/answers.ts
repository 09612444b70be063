// What a person's message means to the campaigns that wrote to them: an answer to a question, a word that stops them all, or an answer that
// the report counts. Server only, in the transaction that stores the message.
// Invariants: the question that was asked last takes the answer, be it a campaign's, the bot's or an attendant's; of what a campaign's
// question was answered with, or who only said stop to a campaign, no ticket is opened and nobody is told; where somebody else has spoken since,
// a ticket is.
import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { isOverdue } from '../companies/standing.ts'
import type { Contact } from '../contacts/table.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import type { InboundMessage } from '../messages/inbound.ts'
import { newMessage, ownMessage } from '../messages/new-message.ts'
import { findLatestTicket } from '../messages/receive-ticket.ts'
import { messages } from '../messages/table.ts'
import type { Ticket } from '../tickets/table.ts'
import { hasOptedOut, optOut } from './opt-outs.ts'
import { isHintedIn, isRefusal, isStop } from './opt-out-words.ts'
import { campaignSettingsOf } from './settings.ts'
import { campaignShippings, type Shipping } from './table.ts'

/** How long after a campaign's message a word alone stops them. */
const stopDays = 7
/** How long after it an answer is one. */
const answerDays = 3

const postgresNow = sql`clock_timestamp()`

export interface Reply {
  /** Where it is stored without anybody being told; null: in a conversation, as any other. */
  quietTicket: Ticket | null
  /** To be called when the message is stored. */
  record(messageId: string): Promise<void>
}

type Said = Pick<InboundMessage, 'fromMe' | 'body' | 'connectionId'>
type Chat = Pick<Contact, 'id' | 'companyId' | 'name' | 'number' | 'isGroup'>

/** Null: no campaign wrote to them lately. */
export async function findReply(tx: Tx, said: Said, contact: Chat, ctx: MutationContext): Promise<Reply | null> {
  if (said.fromMe || contact.isGroup) return null
  const lately = await latelyWritten(tx, contact.id)
  const [last] = lately
  if (!last) return null
  const asked = await questionOpen(tx, said, contact, lately)
  const settings = await campaignSettingsOf(tx, contact.companyId)
  const by = asked ?? last
  const stops = isStop(said.body, settings.stopWords) || isHintedIn(await textOf(tx, by), said.body)
  // Somebody has spoken with them since: it may be meant for that, and a person looks at it as well.
  const isDoubtful = stops && asked === null && (await wasSpokenWith(tx, said, contact, last))
  const ticket =
    (asked !== null || stops) && !isDoubtful ? await findLatestTicket(tx, said.connectionId, contact) : null
  const quietTicket = ticket?.status === 'closed' ? ticket : null
  return {
    quietTicket,
    async record(messageId) {
      await countAnswer(tx, contact.id)
      if (stops) {
        const isNew = await optOut(tx, contact, { campaignId: by.campaignId, messageId, body: said.body })
        await tx.update(campaignShippings).set({ optedOutAt: postgresNow }).where(eq(campaignShippings.id, by.id))
        const place = ticket ?? (await findLatestTicket(tx, said.connectionId, contact))
        if (isNew && place && settings.stoppedText !== '') await acknowledge(tx, place, settings.stoppedText, ctx)
      } else if (asked) {
        const isDeclined = isRefusal(said.body)
        await tx
          .update(campaignShippings)
          .set(
            isDeclined
              ? { state: 'failed', error: 'declined', endedAt: postgresNow }
              : { state: 'confirmed', confirmedAt: postgresNow },
          )
          .where(eq(campaignShippings.id, asked.id))
        ctx.effects.wakeOutreach(contact.companyId)
      }
    },
  }
}

/** Own messages of a chat. */
const ownSaid = (contact: Chat, connectionId: string) =>
  and(eq(messages.contactId, contact.id), eq(messages.connectionId, connectionId), eq(messages.fromMe, true))

/** The campaign's last text to them; '': it is gone. */
async function textOf(tx: Tx, { messageId, questionId }: Shipping): Promise<string> {
  const id = messageId ?? questionId
  if (id === null) return ''
  const [row] = await tx.select({ body: messages.body }).from(messages).where(eq(messages.id, id))
  return row?.body ?? ''
}

/** Whether anything but campaigns said something to them since the last one did; what was said to who has stopped before does not count. */
async function wasSpokenWith(
  tx: Tx,
  { connectionId }: Said,
  contact: Chat,
  { sentAt, confirmationRequestedAt }: Shipping,
) {
  if (await hasOptedOut(tx, { companyId: contact.companyId, numberKey: null, contactId: contact.id })) return false
  const since = sentAt ?? confirmationRequestedAt
  if (!since) return false
  const [spoken] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(ownSaid(contact, connectionId), isNull(messages.campaignId), gt(messages.createdAt, since)))
    .limit(1)
  return spoken !== undefined
}

/** What campaigns wrote to them in the last days, the latest first. */
function latelyWritten(tx: Tx, contactId: string) {
  const wrote = sql`greatest(${campaignShippings.sentAt}, ${campaignShippings.confirmationRequestedAt})`
  return tx
    .select()
    .from(campaignShippings)
    .where(
      and(
        eq(campaignShippings.contactId, contactId),
        or(sql`${wrote} > now() - make_interval(days => ${stopDays})`, eq(campaignShippings.state, 'asked')),
      ),
    )
    .orderBy(desc(wrote), desc(campaignShippings.id))
    .limit(20)
}

/** The campaign's question that this person was asked last of all; null: something else was. */
async function questionOpen(tx: Tx, { connectionId }: Said, contact: Chat, lately: readonly Shipping[]) {
  const asked = lately.filter(({ state, questionId }) => state === 'asked' && questionId !== null)
  if (asked.length === 0) return null
  const questions = asked.flatMap(({ questionId }) => questionId ?? [])
  const [lastSaid] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(ownSaid(contact, connectionId), or(isNull(messages.campaignId), inArray(messages.id, questions))))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(1)
  return asked.find(({ questionId }) => questionId === lastSaid?.id) ?? null
}

async function countAnswer(tx: Tx, contactId: string) {
  await tx
    .update(campaignShippings)
    .set({ answeredAt: postgresNow })
    .where(
      and(
        eq(campaignShippings.contactId, contactId),
        isNull(campaignShippings.answeredAt),
        sql`${campaignShippings.sentAt} > now() - make_interval(days => ${answerDays})`,
      ),
    )
}

/** Short, once, and without lifting the conversation. An overdue company says nothing by itself. */
async function acknowledge(tx: Tx, ticket: Ticket, body: string, ctx: MutationContext) {
  if (await isOverdue(tx, ctx)) return
  const own = ownMessage({ id: newId(), userId: null, now: ctx.now }, { body })
  await tx.insert(messages).values(newMessage(ticket, own))
  ctx.effects.wakeSender(ticket.connectionId, own.id)
}
