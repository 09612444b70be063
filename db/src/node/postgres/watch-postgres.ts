// An embedded Postgres that ended without being asked (a full disk makes it, when there is no room for WAL) is started again at the same address, as
// often as it takes: whoever waits for it goes on by themselves. What it had confirmed is in its log.
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning, startEmbeddedPostgres, type EmbeddedServer } from './embedded-postgres.ts'

interface WatchOptions {
  flags?: readonly string[]
  /** ms between two looks, and two attempts. */
  everyMs?: number
  /** It is gone, and did not start again yet; once for each time that it went. */
  onGone(): void
  onBack(): void
}

export interface WatchedPostgres {
  /** Ends the watch, then Postgres. */
  stop(): Promise<void>
}

export function watchPostgres(
  folder: string,
  first: EmbeddedServer,
  { flags = [], everyMs = 2000, onGone, onBack }: WatchOptions,
): WatchedPostgres {
  const port = Number(new URL(first.url('postgres')).port)
  const stopping = new AbortController()
  let server = first

  async function watch() {
    let isGone = false
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted || (!isGone && (await isRunning(folder)))) continue
      if (!isGone) onGone()
      isGone = true
      try {
        server = await startEmbeddedPostgres(folder, flags, port)
        isGone = false
        onBack()
      } catch {
        // Not yet: there is no room still, or its orphans have not noticed.
      }
    }
  }
  const watching = watch()

  return {
    async stop() {
      stopping.abort()
      await watching
      if (await isRunning(folder)) await server.stop()
    },
  }
}
