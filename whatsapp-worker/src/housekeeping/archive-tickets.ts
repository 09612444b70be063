// Archives what is due, every few minutes, by whichever worker takes the job. In small transactions: each is a change that every device
// of a company is told of.
import { archiveQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { archiveTickets } from 'db/tickets/archive.ts'
import type { Log } from '../logger.ts'

const cron = '*/10 * * * *'
const ticketsAtOnce = 100

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
}

/** Call what it returns to stop, which waits for the running one. */
export async function archiveRegularly({ db, jobs: { boss }, log }: Parts): Promise<() => Promise<void>> {
  let stopping = false
  const id = await boss.work(archiveQueue, async () => {
    const count = await archiveAll(db, new Date(), () => stopping)
    if (count > 0) log.info({ count }, 'tickets archived')
  })
  await boss.schedule(archiveQueue, cron)
  return async () => {
    stopping = true
    await boss.offWork(archiveQueue, { id, wait: true })
  }
}

export async function archiveAll({ orm }: Database, now: Date, isStopping: () => boolean = () => false) {
  let sum = 0
  for (let count = ticketsAtOnce; count === ticketsAtOnce && !isStopping(); sum += count) {
    count = await orm.transaction((tx) => archiveTickets(tx, now, ticketsAtOnce))
  }
  return sum
}
