// Each minute, by whichever worker takes the job: moves tickets that wait without a queue and closes those whose customer fell silent
// (db/src/tickets/timers.ts). In small transactions, with the jobs of what is said: a crash leaves nothing half done.
import { timersQueue } from 'db/jobs.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { closeInactiveTickets, moveWaitingTickets } from 'db/tickets/timers.ts'
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

/** Call what it returns to stop, which waits for the running one. */
export async function watchTickets({ log, ...parts }: Parts): Promise<() => Promise<void>> {
  let stopping = false
  const id = await parts.jobs.boss.work(timersQueue, async () => {
    const counts = await runTimers(parts, new Date(), () => stopping)
    if (counts.moved + counts.closed > 0) log.info(counts, 'tickets moved or closed by time')
  })
  await parts.jobs.boss.schedule(timersQueue, cron)
  return async () => {
    stopping = true
    await parts.jobs.boss.offWork(timersQueue, { id, wait: true })
  }
}

export async function runTimers(
  { db, jobs, graceDays, notifies }: Omit<Parts, 'log'>,
  now: Date,
  isStopping: () => boolean = () => false,
) {
  const clock = { now, graceDays }
  const all = (step: typeof moveWaitingTickets) =>
    inTurns(
      db,
      (tx) => withEffects(tx, { jobs, notifies }, (effects) => step(tx, clock, ticketsAtOnce, effects)),
      isStopping,
    )
  const moved = await all(moveWaitingTickets)
  const closed = await all(closeInactiveTickets)
  return { moved, closed }
}

/** Until a transaction finds fewer than it could take. */
async function inTurns({ orm }: Database, step: (tx: ServerTx) => Promise<number>, isStopping: () => boolean) {
  let sum = 0
  for (let count = ticketsAtOnce; count === ticketsAtOnce && !isStopping(); sum += count) {
    count = await orm.transaction(step)
  }
  return sum
}
