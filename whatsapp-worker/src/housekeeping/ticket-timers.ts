// Each minute, by whichever worker takes the job: moves tickets that wait without a queue and closes those whose customer fell silent
// (db/src/tickets/timers.ts). In small transactions, with the jobs of what is said: a crash leaves nothing half done.
import { timersQueue } from 'db/jobs.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { closeInactiveTickets, moveWaitingTickets } from 'db/tickets/timers.ts'
import type { Log } from '../logger.ts'

const cron = '* * * * *'
const ticketsAtOnce = 100

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
}

/** Call what it returns to stop, which waits for the running one. */
export async function watchTickets({ db, jobs, log }: Parts): Promise<() => Promise<void>> {
  let stopping = false
  const id = await jobs.boss.work(timersQueue, async () => {
    const counts = await runTimers({ db, jobs }, new Date(), () => stopping)
    if (counts.moved + counts.closed > 0) log.info(counts, 'tickets moved or closed by time')
  })
  await jobs.boss.schedule(timersQueue, cron)
  return async () => {
    stopping = true
    await jobs.boss.offWork(timersQueue, { id, wait: true })
  }
}

export async function runTimers(
  { db, jobs }: Pick<Parts, 'db' | 'jobs'>,
  now: Date,
  isStopping: () => boolean = () => false,
) {
  const all = (step: (tx: ServerTx) => Promise<number>) => inTurns(db, step, isStopping)
  const moved = await all((tx) => moveWaitingTickets(tx, now, ticketsAtOnce))
  const closed = await all((tx) => closeInactive(tx, jobs, now))
  return { moved, closed }
}

async function closeInactive(tx: ServerTx, jobs: Jobs, now: Date) {
  const farewells: { id: string; connectionId: string }[] = []
  const count = await closeInactiveTickets(tx, now, ticketsAtOnce, (message) => void farewells.push(message))
  for (const { id, connectionId } of farewells) {
    await jobs.sendToConnection(tx, connectionId, { name: 'message.send', messageId: id })
  }
  return count
}

/** Until a transaction finds fewer than it could take. */
async function inTurns({ orm }: Database, step: (tx: ServerTx) => Promise<number>, isStopping: () => boolean) {
  let sum = 0
  for (let count = ticketsAtOnce; count === ticketsAtOnce && !isStopping(); sum += count) {
    count = await orm.transaction(step)
  }
  return sum
}
