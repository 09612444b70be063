// pg-boss for server and worker: jobs are enqueued in the caller's transaction, and NOTIFY wakes the worker at once.
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import {
  accountLetterQueue,
  answerQueue,
  archiveQueue,
  billingQueue,
  companyRemovalQueue,
  connectionQueue,
  contactImportQueue,
  deliveryQueue,
  figuresQueue,
  forgetCallsQueue,
  mediaFetchQueue,
  notificationQueue,
  privacyQueue,
  retentionQueue,
  schedulesQueue,
  campaignsQueue,
  startQueue,
  sweepQueue,
  timersQueue,
  webhookOffQueue,
  webhooksQueue,
  type AccountLetterJob,
  type ConnectionJob,
  type DeliveryJob,
  type NotificationJob,
  type WebhookOffJob,
} from '../jobs.ts'
import type { ServerTx } from './connect.ts'

/** Queues wake by NOTIFY; this poll is only the net under it. */
export const pollSeconds = 2

/** The schema and its indexes are their owner's (migrate-jobs.ts), and Postgres tells this role nothing of vacuums. */
const asGuest = { migrate: false, createSchema: false, reindex: false, monitorVacuum: false } as const

const queueOptions = { retryLimit: 5, retryDelay: 1, retryBackoff: true, expireInSeconds: 60, notify: true } as const

/** A push service that is down or overloaded is given some minutes; after them a notification is old news. */
const deliveryOptions = { ...queueOptions, retryLimit: 8 } as const
/** Files are large, and phones that are to upload one again may be off: rows count the tries (media_fetches). */
const mediaOptions = {
  ...queueOptions,
  retryLimit: 50,
  retryDelay: 5,
  retryDelayMax: 300,
  expireInSeconds: 600,
} as const
/** A mail server may be away for some hours. */
const letterOptions = { ...queueOptions, retryLimit: 12, retryDelay: 60, retryDelayMax: 3600 } as const
/** A link is waited for, and whom it is for is kept no longer than it takes. */
const accountLetterOptions = { ...letterOptions, retryLimit: 5, retryDelay: 5, deleteAfterSeconds: 3600 } as const
/** Years of somebody's files take their time. */
const privacyOptions = { ...queueOptions, expireInSeconds: 3600 } as const
/** Begun by the clock: the next one does what this one left. */
const regularOptions = { retryLimit: 0, policy: 'singleton' } as const
const longRegularOptions = { ...regularOptions, expireInSeconds: 4 * 3600 } as const

const queues = [
  [startQueue, queueOptions],
  [notificationQueue, queueOptions],
  [contactImportQueue, queueOptions],
  [privacyQueue, privacyOptions],
  [retentionQueue, longRegularOptions],
  [answerQueue, queueOptions],
  [deliveryQueue, deliveryOptions],
  [mediaFetchQueue, mediaOptions],
  [archiveQueue, regularOptions],
  [timersQueue, regularOptions],
  [sweepQueue, longRegularOptions],
  [schedulesQueue, regularOptions],
  [campaignsQueue, regularOptions],
  [forgetCallsQueue, regularOptions],
  [figuresQueue, regularOptions],
  [webhooksQueue, regularOptions],
  [webhookOffQueue, letterOptions],
  [accountLetterQueue, accountLetterOptions],
  [billingQueue, regularOptions],
  [companyRemovalQueue, { ...regularOptions, expireInSeconds: 3600 }],
] as const

const isTest = (job: DeliveryJob) => 'messageId' in job && job.messageId === null

/** Whoever tries out notifications makes the server write to an address of their choosing: at most this often. */
const testSeconds = 5

export interface Jobs {
  boss: PgBoss
  /** Makes the queue that a connection's holder empties, if it isn't there. */
  ensureConnectionQueue(connectionId: string): Promise<void>
  sendStart(tx: ServerTx, connectionId: string): Promise<void>
  sendToConnection(tx: ServerTx, connectionId: string, job: ConnectionJob): Promise<void>
  /** What people are to be told of was stored in `tx`. */
  sendNotification(tx: ServerTx, job: NotificationJob): Promise<void>
  sendContactImport(tx: ServerTx, importId: string): Promise<void>
  sendPrivacyRequest(tx: ServerTx, requestId: string): Promise<void>
  sendDelivery(tx: ServerTx, job: DeliveryJob): Promise<void>
  /** An answer is owed by what `tx` wrote. */
  sendAnswer(tx: ServerTx, ticketId: string): Promise<void>
  /** A message with a file that is still at WhatsApp was stored in `tx`. */
  sendMediaFetch(tx: ServerTx, messageId: string): Promise<void>
  /** A webhook was switched off in `tx`. */
  sendWebhookOff(tx: ServerTx, job: WebhookOffJob): Promise<void>
  sendAccountLetter(tx: ServerTx, job: AccountLetterJob): Promise<void>
}

export async function startJobs(databaseUrl: string, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, useListenNotify: true, max: 4, ...asGuest })
  boss.on('error', onError)
  await boss.start()
  for (const [name, options] of queues) await boss.createQueue(name, options)
  const made = new Set<string>()
  const ensureConnectionQueue = async (connectionId: string) => {
    if (made.has(connectionId)) return
    await boss.createQueue(connectionQueue(connectionId), queueOptions)
    made.add(connectionId)
  }
  return {
    boss,
    ensureConnectionQueue,
    async sendStart(tx, connectionId) {
      await boss.send(startQueue, { connectionId }, { db: fromDrizzle(tx, sql) })
    },
    async sendToConnection(tx, connectionId, job) {
      await ensureConnectionQueue(connectionId)
      await boss.send(connectionQueue(connectionId), job, { db: fromDrizzle(tx, sql) })
    },
    async sendNotification(tx, job) {
      await boss.send(notificationQueue, job, { db: fromDrizzle(tx, sql) })
    },
    async sendMediaFetch(tx, messageId) {
      await boss.send(mediaFetchQueue, { messageId }, { db: fromDrizzle(tx, sql) })
    },
    async sendContactImport(tx, importId) {
      await boss.send(contactImportQueue, { importId }, { db: fromDrizzle(tx, sql) })
    },
    async sendPrivacyRequest(tx, requestId) {
      await boss.send(privacyQueue, { requestId }, { db: fromDrizzle(tx, sql) })
    },
    async sendAnswer(tx, ticketId) {
      await boss.send(answerQueue, { ticketId }, { db: fromDrizzle(tx, sql) })
    },
    async sendWebhookOff(tx, job) {
      await boss.send(webhookOffQueue, job, { db: fromDrizzle(tx, sql) })
    },
    async sendAccountLetter(tx, job) {
      await boss.send(accountLetterQueue, job, { db: fromDrizzle(tx, sql) })
    },
    async sendDelivery(tx, job) {
      const test = { singletonKey: job.subscriptionId, singletonSeconds: testSeconds }
      await boss.send(deliveryQueue, job, { db: fromDrizzle(tx, sql), ...(isTest(job) && test) })
    },
  }
}
