// Each night: what models were asked and answered goes when it is fourteen days old.
import { forgetCallsQueue } from 'db/jobs.ts'
import { forgetCalls } from 'db/node/ai/model-calls.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { runRegularly } from '../consume.ts'
import type { Log } from '../logger.ts'

export function forgetCallsRegularly({ db, jobs, log }: { db: Database; jobs: Jobs; log: Log }) {
  return runRegularly(jobs, forgetCallsQueue, '20 3 * * *', async () => {
    const count = await forgetCalls(db, new Date())
    if (count > 0) log.info({ count }, 'model calls forgotten')
  })
}
