// Removes files that nobody names any more, each night, by whichever worker takes the job.
import { sweepQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import { sweepFiles } from 'db/node/media/sweep-files.ts'
import { runRegularly } from '../consume.ts'
import type { Log } from '../logger.ts'

const cron = '20 3 * * *'

interface Parts {
  db: Database
  jobs: Jobs
  media: MediaStore
  log: Log
}

export function sweepRegularly({ db, jobs, media, log }: Parts) {
  return runRegularly(jobs, sweepQueue, cron, async (isStopping) => {
    const swept = await sweepFiles({ db, media }, new Date(), isStopping)
    if (swept.files > 0) log.info({ ...swept }, 'files removed that nobody named')
  })
}
