// Each minute, by whichever worker takes the job: sends the scheduled messages whose time has come (db/src/schedules/sending.ts). Each goes
// into its conversation together with the job that sends it, in a transaction of its own: a crash leaves it leased, and it is taken again.
import { schedulesQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { failLate, giveBackExpired, leaseDue, sendLeased } from 'db/schedules/sending.ts'
import { runRegularly, untilFewer } from '../consume.ts'
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

export function sendSchedulesRegularly(parts: Parts) {
  return runRegularly(parts.jobs, schedulesQueue, cron, async (isStopping) => {
    const counts = await sendSchedules(parts, () => new Date(), isStopping)
    if (counts.sent + counts.failed > 0) parts.log.info(counts, 'schedules sent or failed')
  })
}

export async function sendSchedules(parts: Parts, clock: () => Date, isStopping: () => boolean = () => false) {
  const { db, graceDays } = parts
  const due = () => ({ now: clock(), graceDays })
  await db.orm.transaction((tx) => giveBackExpired(tx, clock()))
  const late = () => db.orm.transaction((tx) => failLate(tx, due(), schedulesAtOnce))
  const failed = await untilFewer(schedulesAtOnce, late, isStopping)
  const counts = { sent: 0, failed }
  const sendDue = async () => {
    const ids = await db.orm.transaction((tx) => leaseDue(tx, due(), schedulesAtOnce))
    for (const id of ids) {
      if (isStopping()) break
      counts[(await send(parts, id, clock())) ? 'sent' : 'failed'] += 1
    }
    return ids.length
  }
  await untilFewer(schedulesAtOnce, sendDue, isStopping)
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
