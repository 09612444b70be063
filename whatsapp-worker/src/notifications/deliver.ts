// Job notification.deliver: tells one device. What is told is decided now and not when the job was made: a conversation that was read,
// closed or handed over while a push service was down disturbs nobody.
import type { DeliveryJob } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { PushPayload } from 'db/push/payload.ts'
import { mentionedIn, withNames } from 'db/mentions/text.ts'
import { chatPush, isNotified, isToldOfMention, mentionPush, messagePush } from 'db/push/rules.ts'
import type { PushSettings } from '../env.ts'
import type { Log } from '../logger.ts'
import { findMention, findNames } from './mention-queries.ts'
import {
  countUnread,
  deleteDevice,
  findChatMessage,
  findDevice,
  findMessage,
  noteError,
  type Device,
} from './queries.ts'
import { sendPush } from './web-push.ts'

/** @throws when it has to be tried again */
export async function deliver({ sql }: Database, settings: PushSettings, job: DeliveryJob, log: Log) {
  const { subscriptionId } = job
  const device = await findDevice(sql, subscriptionId)
  const payload = device && (await payloadFor(sql, device, job))
  if (!payload) return
  const outcome = await sendPush(settings, device, payload, topicOf(payload))
  if (outcome.kind !== 'delivered') log.info({ subscriptionId, outcome }, 'notification not delivered')
  if (outcome.kind === 'gone') return deleteDevice(sql, device)
  await noteError(sql, subscriptionId, outcome.kind === 'delivered' ? null : outcome.reason)
  if (outcome.kind === 'later') throw new Error(`the push service answered ${outcome.reason}`)
}

/** Null when there is nothing to tell any more. */
async function payloadFor(sql: Database['sql'], device: Device, job: DeliveryJob): Promise<PushPayload | null> {
  if ('mentionId' in job) return payloadOfMention(sql, device, job.mentionId)
  const { messageId, of } = job
  if (messageId === null) return { kind: 'test', userId: device.person.userId }
  return of === 'chat' ? payloadOfChat(sql, device, messageId) : payloadOfTicket(sql, device, messageId)
}

async function payloadOfMention(sql: Database['sql'], { person, showText }: Device, mentionId: string) {
  const mention = await findMention(sql, mentionId)
  if (!mention || !isToldOfMention(person, mention)) return null
  const names = await findNames(sql, mention.companyId, mentionedIn(mention.note))
  const text = showText ? withNames(mention.note, (id) => names.get(id) ?? '…') : null
  const { userId, ticketId, noteId, author, contact } = mention
  return mentionPush({ userId, ticketId, noteId, author, contact, text })
}

async function payloadOfChat(sql: Database['sql'], { person, showText }: Device, messageId: string) {
  const { userId } = person
  const message = await findChatMessage(sql, messageId, userId)
  if (!message) return null
  const { text, ...said } = message
  return chatPush({ userId, ...said, text: showText ? text : null, unread: await countUnread(sql, person) })
}

async function payloadOfTicket(sql: Database['sql'], { person, showText }: Device, messageId: string) {
  const { userId } = person
  const message = await findMessage(sql, messageId)
  if (!message || message.isSuperseded || !isNotified(person, message, message.ticket)) return null
  const { ticketId, contact, body } = message
  return messagePush({
    userId,
    ticketId,
    contact,
    text: showText ? body : null,
    unread: await countUnread(sql, person),
  })
}

function topicOf(payload: PushPayload): string {
  switch (payload.kind) {
    case 'test':
      return 'test'
    case 'chat':
      return payload.chatId.replaceAll('-', '')
    case 'mention':
      return payload.noteId.replaceAll('-', '')
    case 'message':
      return payload.ticketId.replaceAll('-', '')
  }
}
