// Takes the notification jobs of all connections; any worker does. Apart from the connections' own queues, so that a push service that
// answers late or never holds up no message. Invariant: at most `atOnce` requests to push services are under way here.
import * as v from 'valibot'
import { deliveryJob, deliveryQueue, notificationJob, notificationQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { PushSettings } from '../env.ts'
import type { Log } from '../logger.ts'
import { announce } from './announce.ts'
import { deliver } from './deliver.ts'

/** Each takes a batch and waits for its slowest. */
const takers = 2
const batchSize = 10
export const atOnce = takers * batchSize
/** New jobs wake by NOTIFY; a job that is due for another try is found by this poll. */
const retryPollSeconds = 5

interface Parts {
  db: Database
  jobs: Jobs
  settings: PushSettings
  log: Log
}

/** Resolves once jobs are taken; call what it returns to stop, which waits for the running ones. */
export async function consumeNotifications({ db, jobs, settings, log }: Parts): Promise<() => Promise<void>> {
  const take = async <Schema extends v.GenericSchema>(
    queue: string,
    schema: Schema,
    localConcurrency: number,
    handle: (job: v.InferOutput<Schema>) => Promise<void>,
  ) => {
    const options = {
      batchSize,
      localConcurrency,
      pollingIntervalSeconds: retryPollSeconds,
      notifyPollingIntervalSeconds: retryPollSeconds,
      perJobResults: true,
    } as const
    const id = await jobs.boss.work<unknown, unknown, typeof options>(queue, options, (batch) =>
      Promise.all(batch.map(async (job) => ({ id: job.id, status: await settle(schema, job.data, handle, log) }))),
    )
    return () => jobs.boss.offWork(queue, { id, wait: true })
  }
  const stops = await Promise.all([
    take(notificationQueue, notificationJob, 1, ({ messageId }) => announce(db, jobs, messageId)),
    take(deliveryQueue, deliveryJob, takers, (job) => deliver(db, settings, job, log)),
  ])
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function settle<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  handle: (job: v.InferOutput<Schema>) => Promise<void>,
  log: Log,
) {
  const job = v.safeParse(schema, data)
  if (!job.success) {
    log.error('notification job of an unknown kind dropped')
    return 'completed' as const
  }
  try {
    await handle(job.output)
    return 'completed' as const
  } catch (err) {
    log.warn({ err }, 'notification is tried again')
    return 'failed' as const
  }
}
