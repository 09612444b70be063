// Deletes what customers no longer write and attendants no longer look at. Every worker does: a second deletion finds nothing.
import type { Database } from 'db/node/connect.ts'
import { forgetPresences } from 'db/presences/record-presence.ts'
import { forgetViewers } from 'db/presences/record-viewer.ts'
import type { Log } from '../logger.ts'

const everyMs = 60_000

/** Call what it returns to stop. */
export function forgetPresencesRegularly({ db, log }: { db: Database; log: Log }): () => void {
  const timer = setInterval(() => {
    const now = new Date()
    Promise.all([forgetPresences(db.orm, now), forgetViewers(db.orm, now)]).catch((err: unknown) =>
      log.error({ err }, 'presences not forgotten'),
    )
  }, everyMs)
  return () => clearInterval(timer)
}
