// Puts together what changes of tickets added to the dashboard's figures (migration 0058), every few minutes, by whichever worker takes the job.
// What it has not got to yet is read all the same, only in more rows.
import { sql } from 'drizzle-orm'
import { figuresQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { runRegularly, untilFewer } from '../consume.ts'

const cron = '*/5 * * * *'
const daysAtOnce = 200

export function foldFiguresRegularly({ db, jobs }: { db: Database; jobs: Jobs }) {
  return runRegularly(jobs, figuresQueue, cron, async (isStopping) => {
    await untilFewer(daysAtOnce, () => foldFigures(db), isStopping)
  })
}

async function foldFigures({ orm }: Database): Promise<number> {
  const [row] = await orm.execute<{ days: number }>(sql`select fold_figures(${daysAtOnce}) as days`)
  return row?.days ?? 0
}
