// A person's data, when somebody asks for it or wants it forgotten; each night what companies keep no longer, exports whose week is over, and audit
// entries of more than two years.
import { privacyQueue, privacyJob, retentionQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import { doPrivacyRequest, failPrivacyRequest, forgetExports } from 'db/node/privacy/requests.ts'
import { keepPeriods } from 'db/node/privacy/retention.ts'
import { sql } from 'drizzle-orm'
import { consume, runRegularly, untilFewer } from '../consume.ts'
import type { Log } from '../logger.ts'

interface Parts {
  db: Database
  jobs: Jobs
  media: MediaStore
  log: Log
}

const entriesAtOnce = 1000

export function consumePrivacyRequests({ db, jobs, media, log }: Parts) {
  const source = { queue: privacyQueue, schema: privacyJob }
  return consume({ jobs, log }, source, async ({ requestId }, { isLast }) => {
    try {
      await doPrivacyRequest({ db, media }, requestId, new Date())
    } catch (error) {
      if (isLast) await failPrivacyRequest(db, requestId, new Date())
      throw error
    }
  })
}

export function forgetRegularly({ db, jobs, media, log }: Parts) {
  return runRegularly(jobs, retentionQueue, '40 3 * * *', async (isStopping) => {
    const gone = await keepPeriods(db, new Date(), isStopping)
    if (gone.conversations + gone.files > 0) log.info(gone, 'kept no longer')
    await forgetExports({ db, media }, new Date())
    await untilFewer(entriesAtOnce, () => forgetAuditEntries(db), isStopping)
  })
}

async function forgetAuditEntries({ orm }: Database): Promise<number> {
  const [row] = await orm.execute<{ n: number }>(sql`select forget_audit_entries(${entriesAtOnce}) as n`)
  return row?.n ?? 0
}
