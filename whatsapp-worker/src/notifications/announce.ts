// Job notification.send: a customer's message, or one of the team's chat, was stored; each device that is to be told gets a job of its own.
import type { NotificationJob } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { isNotified } from 'db/push/rules.ts'
import { findChatDevices, findDevices, findMessage } from './queries.ts'

export async function announce(db: Database, jobs: Jobs, job: NotificationJob) {
  const { messageId, of } = job
  const told = of === 'chat' ? await findChatDevices(db.sql, messageId) : await devicesOfTicket(db, messageId)
  if (told.length === 0) return
  await db.orm.transaction(async (tx) => {
    for (const { subscriptionId } of told) await jobs.sendDelivery(tx, { subscriptionId, messageId, of })
  })
}

async function devicesOfTicket({ sql }: Database, messageId: string) {
  const message = await findMessage(sql, messageId)
  if (!message || message.isSuperseded) return []
  const devices = await findDevices(sql, message.ticket.companyId)
  return devices.filter(({ person }) => isNotified(person, message, message.ticket))
}
