// Archives what is due, every few minutes, by whichever worker takes the job. In small transactions: each is a change that every device
// of a company is told of.
import { archiveQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { archiveTickets } from 'db/tickets/archive.ts'
import { runRegularly, untilFewer } from '../consume.ts'
import type { Log } from '../logger.ts'

const cron = '*/10 * * * *'
const ticketsAtOnce = 100

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
}

export function archiveRegularly({ db, jobs, log }: Parts) {
  return runRegularly(jobs, archiveQueue, cron, async (isStopping) => {
    const count = await archiveAll(db, new Date(), isStopping)
    if (count > 0) log.info({ count }, 'tickets archived')
  })
}

export const archiveAll = ({ orm }: Database, now: Date, isStopping?: () => boolean) =>
  untilFewer(ticketsAtOnce, () => orm.transaction((tx) => archiveTickets(tx, now, ticketsAtOnce)), isStopping)
