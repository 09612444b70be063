// Takes the notification jobs of all connections; any worker does. Apart from the connections' own queues, so that a push service that
// answers late or never holds up no message. Invariant: at most `atOnce` requests to push services are under way here.
import { deliveryJob, deliveryQueue, notificationJob, notificationQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { consume, type StopConsuming } from '../consume.ts'
import type { PushSettings } from '../env.ts'
import type { Log } from '../logger.ts'
import { announce } from './announce.ts'
import { deliver } from './deliver.ts'

/** Each takes a batch and waits for its slowest. */
const takers = 2
const batchSize = 10
export const atOnce = takers * batchSize

interface Parts {
  db: Database
  jobs: Jobs
  settings: PushSettings
  log: Log
}

/** Resolves once jobs are taken; call what it returns to stop, which waits for the running ones. */
export async function consumeNotifications({ db, jobs, settings, log }: Parts): Promise<StopConsuming> {
  const told = { queue: notificationQueue, schema: notificationJob, batchSize }
  const due = { queue: deliveryQueue, schema: deliveryJob, batchSize, takers }
  const stops = await Promise.all([
    consume({ jobs, log }, told, (job) => announce(db, jobs, job)),
    consume({ jobs, log }, due, (job) => deliver(db, settings, job, log)),
  ])
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
