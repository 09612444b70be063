// Removes files that nobody names any more, each night, by whichever worker takes the job.
import { sweepQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { MediaStore } from 'db/node/media-store.ts'
import { sweepFiles } from 'db/node/sweep-files.ts'
import type { Log } from '../logger.ts'

const cron = '20 3 * * *'

interface Parts {
  db: Database
  jobs: Jobs
  media: MediaStore
  log: Log
}

/** Call what it returns to stop, which waits for the running one. */
export async function sweepRegularly({ db, jobs: { boss }, media, log }: Parts): Promise<() => Promise<void>> {
  let stopping = false
  const id = await boss.work(sweepQueue, async () => {
    const swept = await sweepFiles({ db, media }, new Date(), () => stopping)
    if (swept.files > 0) log.info({ ...swept }, 'files removed that nobody named')
  })
  await boss.schedule(sweepQueue, cron)
  return async () => {
    stopping = true
    await boss.offWork(sweepQueue, { id, wait: true })
  }
}
