// Each minute, by whichever worker takes the job: sends the scheduled messages whose time has come (db/src/schedules/sending.ts). Each goes
// into its conversation together with the job that sends it, in a transaction of its own: a crash leaves it leased, and it is taken again.
import { schedulesQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { failLate, giveBackExpired, leaseDue, sendLeased } from 'db/schedules/sending.ts'
import type { Log } from '../logger.ts'

const cron = '* * * * *'
const schedulesAtOnce = 100

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
  graceDays: number
  /** Whether this installation notifies devices. */
  notifies: boolean
}

/** Call what it returns to stop, which waits for the running one. */
export async function sendSchedulesRegularly(parts: Parts): Promise<() => Promise<void>> {
  const { boss } = parts.jobs
  let stopping = false
  const id = await boss.work(schedulesQueue, async () => {
    const counts = await sendSchedules(
      parts,
      () => new Date(),
      () => stopping,
    )
    if (counts.sent + counts.failed > 0) parts.log.info(counts, 'schedules sent or failed')
  })
  await boss.schedule(schedulesQueue, cron)
  return async () => {
    stopping = true
    await boss.offWork(schedulesQueue, { id, wait: true })
  }
}

export async function sendSchedules(parts: Parts, clock: () => Date, isStopping: () => boolean = () => false) {
  const { db, graceDays } = parts
  const counts = { sent: 0, failed: 0 }
  await db.orm.transaction((tx) => giveBackExpired(tx, clock()))
  for (let count = schedulesAtOnce; count === schedulesAtOnce && !isStopping();) {
    count = await db.orm.transaction((tx) => failLate(tx, { now: clock(), graceDays }, schedulesAtOnce))
    counts.failed += count
  }
  for (let count = schedulesAtOnce; count === schedulesAtOnce && !isStopping();) {
    const ids = await db.orm.transaction((tx) => leaseDue(tx, { now: clock(), graceDays }, schedulesAtOnce))
    count = ids.length
    for (const id of ids) {
      if (isStopping()) return counts
      if (await send(parts, id, clock())) counts.sent += 1
      else counts.failed += 1
    }
  }
  return counts
}

/** One that can't be sent now keeps none of the others: its lease runs out and it is tried again until it is too late. */
async function send({ db, jobs, log, notifies }: Parts, id: string, now: Date): Promise<boolean> {
  try {
    return await db.orm.transaction((tx) =>
      withEffects(tx, { jobs, notifies }, (effects) => sendLeased(tx, id, now, effects)),
    )
  } catch (err) {
    log.error({ err, scheduleId: id }, 'schedule not sent')
    return false
  }
}
