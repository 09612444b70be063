// Takes the jobs of one connection's queue while this worker holds its lease. Jobs only wake: what has to be done stands in the rows,
// so a job that comes late, twice or never does no harm.
import * as v from 'valibot'
import { connectionJob, connectionQueue, type ConnectionJob } from 'db/jobs.ts'
import { pollSeconds, type Jobs } from 'db/node/jobs.ts'
import { keptOf } from '../consume.ts'
import type { Log } from '../logger.ts'

const batchSize = 50

export type JobHandlers = {
  [Name in Exclude<ConnectionJob['name'], 'message.send' | 'message.act'>]: (
    job: Extract<ConnectionJob, { name: Name }>,
  ) => void | Promise<void>
}

/** Resolves once jobs are taken; call what it returns to stop, which waits for the running one. */
export async function consumeJobs(jobs: Jobs, connectionId: string, handlers: JobHandlers, log: Log) {
  const queue = connectionQueue(connectionId)
  await jobs.ensureConnectionQueue(connectionId)
  const id = await jobs.boss.work<unknown>(
    queue,
    { batchSize, burstWhenBatchFull: true, pollingIntervalSeconds: pollSeconds },
    async (batch) => {
      for (const job of distinct(batch.map(({ data }) => data))) {
        const parsed = v.safeParse(connectionJob, job)
        if (!parsed.success) log.error('job of an unknown kind dropped')
        else
          await handle(handlers, parsed.output).catch((error: unknown) => {
            throw keptOf(error)
          })
      }
    },
  )
  return () => jobs.boss.offWork(queue, { id, wait: true })
}

async function handle(handlers: JobHandlers, job: ConnectionJob) {
  switch (job.name) {
    case 'sender.wake':
      return handlers['sender.wake'](job)
    case 'message.send':
    case 'message.act':
      return handlers['sender.wake']({ name: 'sender.wake' })
    case 'message.read':
      return handlers['message.read'](job)
    case 'connection.link':
      return handlers['connection.link'](job)
    case 'ticket.typing':
      return handlers['ticket.typing'](job)
    case 'media.renew':
      return handlers['media.renew'](job)
    case 'contact.check':
      return handlers['contact.check'](job)
    case 'outreach.wake':
      return handlers['outreach.wake'](job)
    case 'connection.disconnect':
      return handlers['connection.disconnect'](job)
  }
}

function distinct(jobs: unknown[]): unknown[] {
  return [...new Map(jobs.map((job) => [JSON.stringify(job), job])).values()]
}
