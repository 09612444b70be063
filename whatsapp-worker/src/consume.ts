// How this worker takes jobs: those that somebody sends (`consume`) and those that the clock sends (`runRegularly`). Jobs only wake: what is to be
// done stands in rows, so one that comes late, twice or never does no harm.
import { ToldError } from 'db/kit/told-error.ts'
import { errorForLog } from 'db/node/errors/error-for-log.ts'
import type { Jobs } from 'db/node/jobs.ts'
import * as v from 'valibot'
import type { Log } from './logger.ts'

/** Takes no more jobs, and resolves when the running ones have ended. */
export type StopConsuming = () => Promise<void>

interface Source<Schema> {
  queue: string
  /** What is not of its kind is logged and dropped: a newer or an older server sent it. */
  schema: Schema
  /** Batches at a time; a batch waits for its slowest. */
  takers?: number
  /** Jobs of a batch, side by side. */
  batchSize?: number
  /** New jobs wake by NOTIFY; one that is due for another try is found by this poll. */
  pollSeconds?: number
}

/** `handle` rejects when the job is to be tried again; `isLast`: there will be no other try. Resolves once jobs are taken. */
export async function consume<Schema extends v.GenericSchema>(
  { jobs: { boss }, log }: { jobs: Jobs; log: Log },
  { queue, schema, takers = 1, batchSize = 1, pollSeconds = 5 }: Source<Schema>,
  handle: (job: v.InferOutput<Schema>, attempt: { isLast: boolean }) => Promise<void>,
): Promise<StopConsuming> {
  const settle = async (data: unknown, isLast: boolean) => {
    const job = v.safeParse(schema, data)
    if (!job.success) {
      log.error({ queue }, 'job of an unknown kind dropped')
      return 'completed' as const
    }
    try {
      await handle(job.output, { isLast })
      return 'completed' as const
    } catch (err) {
      log[isLast ? 'error' : 'warn']({ queue, err }, isLast ? 'job given up' : 'job is tried again')
      return 'failed' as const
    }
  }
  const options = {
    batchSize,
    localConcurrency: takers,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
    includeMetadata: true,
    perJobResults: true,
  } as const
  const id = await boss.work<unknown, unknown, typeof options>(queue, options, (batch) =>
    Promise.all(
      batch.map(async (job) => ({ id: job.id, status: await settle(job.data, job.retryCount >= job.retryLimit) })),
    ),
  )
  return () => boss.offWork(queue, { id, wait: true })
}

/** Kept with a failed job, where an error as it is would bring parameters of statements, answers and settings along. */
export function keptOf(error: unknown): Error {
  const { type, message, code } = errorForLog(error)
  const kept = new ToldError([type, code, message].filter((part) => part !== undefined).join(' '))
  kept.stack = ''
  return kept
}

/** By whichever worker takes the job; `run` looks at `isStopping` between its steps. Resolves once jobs are taken. */
export async function runRegularly(
  { boss }: Jobs,
  queue: string,
  cron: string,
  run: (isStopping: () => boolean) => Promise<void>,
): Promise<StopConsuming> {
  let stopping = false
  const id = await boss.work(queue, async () => {
    try {
      await run(() => stopping)
    } catch (error) {
      throw keptOf(error)
    }
  })
  await boss.schedule(queue, cron)
  return async () => {
    stopping = true
    await boss.offWork(queue, { id, wait: true })
  }
}

/** Repeats `step`, which takes up to `atOnce`, until it found fewer. Resolves with how many it took in all. */
export async function untilFewer(
  atOnce: number,
  step: () => Promise<number>,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let sum = 0
  for (let count = atOnce; count === atOnce && !isStopping(); sum += count) count = await step()
  return sum
}
