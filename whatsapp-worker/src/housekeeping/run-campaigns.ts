// Each minute, by whichever worker takes the job: starts the campaigns whose time has come, stops those whose connection is gone, and ends
// those that are over (db/src/campaigns/running.ts). Sending is the sessions' (outreach/campaign-rounds.ts).
import { databaseNow } from 'db/kit/database-now.ts'
import { endUnanswered, finishDone, startDue, stopOrphans } from 'db/campaigns/running.ts'
import { campaignsQueue } from 'db/jobs.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { runRegularly, untilFewer } from '../consume.ts'
import type { Log } from '../logger.ts'

const cron = '* * * * *'
/** A campaign may have tens of thousands of people to copy. */
const startedAtOnce = 1

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
  graceDays: number
}

export function runCampaignsRegularly(parts: Parts) {
  return runRegularly(parts.jobs, campaignsQueue, cron, async (isStopping) => {
    const started = await runCampaigns(parts, isStopping)
    if (started > 0) parts.log.info({ started }, 'campaigns started')
  })
}

/** By Postgres' clock. Resolves with how many were started. */
export async function runCampaigns(
  { db, jobs, graceDays }: Parts,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const inTime = <T>(work: (tx: ServerTx, now: Date) => Promise<T>) =>
    db.orm.transaction(async (tx) => work(tx, await databaseNow(tx)))
  await inTime(stopOrphans)
  const start = () =>
    inTime((tx, now) =>
      withEffects(tx, { jobs, notifies: false }, (effects) => startDue(tx, { now, graceDays }, startedAtOnce, effects)),
    )
  const started = await untilFewer(startedAtOnce, start, isStopping)
  await inTime(endUnanswered)
  await inTime((tx, now) => finishDone(tx, now))
  return started
}
