// Job notification.send: a customer's message, one of the team's chat, or a note that mentions colleagues was stored; each device that is to be
// told gets a job of its own.
import type { DeliveryJob, NotificationJob } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { isNotified, isToldOfMention } from 'db/push/rules.ts'
import { findMentionsOf } from './mention-queries.ts'
import { findChatDevices, findDevices, findMessage } from './queries.ts'

export async function announce(db: Database, jobs: Jobs, job: NotificationJob) {
  const deliveries = await deliveriesOf(db, job)
  if (deliveries.length === 0) return
  await db.orm.transaction(async (tx) => {
    for (const delivery of deliveries) await jobs.sendDelivery(tx, delivery)
  })
}

async function deliveriesOf(db: Database, job: NotificationJob): Promise<DeliveryJob[]> {
  if ('noteId' in job) return ofMentions(db, job.noteId)
  const { messageId, of } = job
  const told = of === 'chat' ? await findChatDevices(db.sql, messageId) : await devicesOfTicket(db, messageId)
  return told.map(({ subscriptionId }) => ({ subscriptionId, messageId, of }))
}

async function devicesOfTicket({ sql }: Database, messageId: string) {
  const message = await findMessage(sql, messageId)
  if (!message || message.isSuperseded) return []
  const devices = await findDevices(sql, message.ticket.companyId)
  return devices.filter(({ person }) => isNotified(person, message, message.ticket))
}

async function ofMentions({ sql }: Database, noteId: string): Promise<DeliveryJob[]> {
  const mentions = await findMentionsOf(sql, noteId)
  const [first] = mentions
  if (!first) return []
  const devices = await findDevices(sql, first.companyId)
  return mentions.flatMap((mention) =>
    devices
      .filter(({ person }) => isToldOfMention(person, mention))
      .map(({ subscriptionId }) => ({ subscriptionId, mentionId: mention.id })),
  )
}
