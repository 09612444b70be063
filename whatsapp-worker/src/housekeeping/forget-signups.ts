// Deletes sign-ups that nobody confirmed in time. Every worker does: a second deletion finds nothing.
import { forgetSignups } from 'db/node/accounts/pending-signups.ts'
import type { Database } from 'db/node/connect.ts'
import type { Log } from '../logger.ts'

const everyMs = 3_600_000

/** Call what it returns to stop. */
export function forgetSignupsRegularly({ db, log }: { db: Database; log: Log }): () => void {
  const timer = setInterval(() => {
    forgetSignups(db.orm, new Date()).catch((err: unknown) => log.error({ err }, 'sign-ups not forgotten'))
  }, everyMs)
  return () => clearInterval(timer)
}
