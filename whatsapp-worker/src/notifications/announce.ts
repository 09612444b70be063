// Job notification.send: a customer's message was stored; each device that is to be told gets a job of its own.
import { isNotified } from 'db/push/rules.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { findDevices, findMessage } from './queries.ts'

export async function announce({ sql, orm }: Database, jobs: Jobs, messageId: string) {
  const message = await findMessage(sql, messageId)
  if (!message || message.isSuperseded) return
  const devices = await findDevices(sql, message.ticket.companyId)
  const told = devices.filter(({ person }) => isNotified(person, message, message.ticket))
  if (told.length === 0) return
  await orm.transaction(async (tx) => {
    for (const { subscriptionId } of told) await jobs.sendDelivery(tx, { subscriptionId, messageId })
  })
}
