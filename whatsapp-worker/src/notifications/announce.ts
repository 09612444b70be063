// Job notification.send: a customer's message was stored, or a note that mentions colleagues; each device that is to be told gets a job
// of its own.
import type { NotificationJob } from 'db/jobs.ts'
import { isNotified, isToldOfMention } from 'db/push/rules.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { findMentionsOf } from './mention-queries.ts'
import { findDevices, findMessage } from './queries.ts'

export function announce(db: Database, jobs: Jobs, job: NotificationJob): Promise<void> {
  return 'noteId' in job ? announceMentions(db, jobs, job.noteId) : announceMessage(db, jobs, job.messageId)
}

async function announceMessage({ sql, orm }: Database, jobs: Jobs, messageId: string) {
  const message = await findMessage(sql, messageId)
  if (!message || message.isSuperseded) return
  const devices = await findDevices(sql, message.ticket.companyId)
  const told = devices.filter(({ person }) => isNotified(person, message, message.ticket))
  if (told.length === 0) return
  await orm.transaction(async (tx) => {
    for (const { subscriptionId } of told) await jobs.sendDelivery(tx, { subscriptionId, messageId })
  })
}

async function announceMentions({ sql, orm }: Database, jobs: Jobs, noteId: string) {
  const mentions = await findMentionsOf(sql, noteId)
  const [first] = mentions
  if (!first) return
  const devices = await findDevices(sql, first.companyId)
  const told = mentions.flatMap((mention) =>
    devices
      .filter(({ person }) => isToldOfMention(person, mention))
      .map(({ subscriptionId }) => ({ subscriptionId, mentionId: mention.id })),
  )
  if (told.length === 0) return
  await orm.transaction(async (tx) => {
    for (const job of told) await jobs.sendDelivery(tx, job)
  })
}
