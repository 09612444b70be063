// Takes the media.fetch jobs of all connections; any worker does, apart from the connections' own queues, so that a large file holds up no
// message. Jobs only wake: what is to be fetched stands in media_fetches, and what no job remembers is found there.
import { asc, lt } from 'drizzle-orm'
import { mediaFetches } from 'db/media/fetches-table.ts'
import { mediaFetchJob, mediaFetchQueue } from 'db/jobs.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { consume, type StopConsuming } from '../consume.ts'
import type { Log } from '../logger.ts'
import { fetchMedia, type FetchParts } from './fetch-media.ts'

const atOnce = 4
const minute = 60_000
/** Longer than the longest pause between two tries. */
const forgottenMs = 15 * minute
const sweepLimit = 500

type Parts = Omit<FetchParts, 'jobs'> & { jobs: Jobs; log: Log }

/** Resolves once jobs are taken; call what it returns to stop, which waits for the running ones. */
export async function consumeMediaJobs(parts: Parts): Promise<StopConsuming> {
  const stop = await consume(
    parts,
    { queue: mediaFetchQueue, schema: mediaFetchJob, takers: atOnce },
    ({ messageId }) => fetchMedia(parts, messageId),
  )
  const sweep = (olderThanMs: number) =>
    sendForgotten(parts, olderThanMs).catch((err: unknown) => parts.log.error({ err }, 'files not looked for'))
  // A worker that was killed leaves its jobs running, as it seems, until they expire.
  await sweep(minute)
  const timer = setInterval(() => void sweep(forgottenMs), 5 * minute)
  return async () => {
    clearInterval(timer)
    await stop()
  }
}

async function sendForgotten({ db, jobs }: Parts, olderThanMs: number) {
  const rows = await db.orm
    .select({ messageId: mediaFetches.messageId })
    .from(mediaFetches)
    .where(lt(mediaFetches.updatedAt, new Date(Date.now() - olderThanMs)))
    .orderBy(asc(mediaFetches.updatedAt))
    .limit(sweepLimit)
  for (const { messageId } of rows) await db.orm.transaction((tx) => jobs.sendMediaFetch(tx, messageId))
}
