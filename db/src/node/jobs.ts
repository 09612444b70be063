// pg-boss for server and worker: jobs are enqueued in the caller's transaction, and NOTIFY wakes the worker at once.
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { connectionQueue, startQueue, type ConnectionJob } from '../jobs.ts'
import type { ServerTx } from './connect.ts'

/** Queues wake by NOTIFY; this poll is only the net under it. */
export const pollSeconds = 2

const queueOptions = { retryLimit: 5, retryDelay: 1, retryBackoff: true, expireInSeconds: 60, notify: true } as const

export interface Jobs {
  boss: PgBoss
  /** Makes the queue that a connection's holder empties, if it isn't there. */
  ensureConnectionQueue(connectionId: string): Promise<void>
  sendStart(tx: ServerTx, connectionId: string): Promise<void>
  sendToConnection(tx: ServerTx, connectionId: string, job: ConnectionJob): Promise<void>
}

export async function startJobs(databaseUrl: string, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, useListenNotify: true, max: 4 })
  boss.on('error', onError)
  await boss.start()
  await boss.createQueue(startQueue, queueOptions)
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
  }
}
