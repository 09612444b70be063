// Job notification.deliver: tells one device. What is told is decided now and not when the job was made: a conversation that was read,
// closed or handed over while a push service was down disturbs nobody.
import type { DeliveryJob } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { PushPayload } from 'db/push/payload.ts'
import { isNotified, messagePush } from 'db/push/rules.ts'
import type { PushSettings } from '../env.ts'
import type { Log } from '../logger.ts'
import { countUnread, deleteDevice, findDevice, findMessage, noteError, type Device } from './queries.ts'
import { sendPush } from './web-push.ts'

/** @throws when it has to be tried again */
export async function deliver(
  { sql }: Database,
  settings: PushSettings,
  { subscriptionId, messageId }: DeliveryJob,
  log: Log,
) {
  const device = await findDevice(sql, subscriptionId)
  const payload = device && (await payloadFor(sql, device, messageId))
  if (!payload) return
  const outcome = await sendPush(settings, device, payload, topicOf(payload))
  if (outcome.kind !== 'delivered') log.info({ subscriptionId, outcome }, 'notification not delivered')
  if (outcome.kind === 'gone') return deleteDevice(sql, device)
  await noteError(sql, subscriptionId, outcome.kind === 'delivered' ? null : outcome.reason)
  if (outcome.kind === 'later') throw new Error(`the push service answered ${outcome.reason}`)
}

/** Null when there is nothing to tell any more. */
async function payloadFor(sql: Database['sql'], { person, showText }: Device, messageId: string | null) {
  const { userId } = person
  if (messageId === null) return { kind: 'test', userId } satisfies PushPayload
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

const topicOf = (payload: PushPayload) => (payload.kind === 'test' ? 'test' : payload.ticketId.replaceAll('-', ''))
