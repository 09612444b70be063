// Each minute, by whichever worker takes the job: moves tickets that wait without a queue and closes those whose customer fell silent
// (db/src/tickets/timers.ts). In small transactions, with the jobs of what is said: a crash leaves nothing half done.
import { timersQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { closeInactiveTickets, moveWaitingTickets } from 'db/tickets/timers.ts'
import { runRegularly, untilFewer } from '../consume.ts'
import type { Log } from '../logger.ts'

const cron = '* * * * *'
const ticketsAtOnce = 100

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
  /** Days after the due date in which a company still works. */
  graceDays: number
  /** Whether this installation notifies devices. */
  notifies: boolean
}

export function watchTickets({ log, ...parts }: Parts) {
  return runRegularly(parts.jobs, timersQueue, cron, async (isStopping) => {
    const counts = await runTimers(parts, new Date(), isStopping)
    if (counts.moved + counts.closed > 0) log.info(counts, 'tickets moved or closed by time')
  })
}

export async function runTimers(
  { db, jobs, graceDays, notifies }: Omit<Parts, 'log'>,
  now: Date,
  isStopping?: () => boolean,
) {
  const clock = { now, graceDays }
  const all = (step: typeof moveWaitingTickets) =>
    untilFewer(
      ticketsAtOnce,
      () =>
        db.orm.transaction((tx) =>
          withEffects(tx, { jobs, notifies }, (effects) => step(tx, clock, ticketsAtOnce, effects)),
        ),
      isStopping,
    )
  const moved = await all(moveWaitingTickets)
  const closed = await all(closeInactiveTickets)
  return { moved, closed }
}
