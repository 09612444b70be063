// Which connections this worker runs: those that want a session and have no owner, found at start, every few seconds, and at once by job connection.start.
// Invariant: at most one session per connection here, and it holds the connection's lease.
import { startJob, startQueue } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import { pollSeconds, type Jobs } from 'db/node/jobs.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import type { Traces } from 'db/node/traces/traces.ts'
import { consume } from '../consume.ts'
import type { WorkerEnv } from '../env.ts'
import { currentKeyId } from 'db/node/keys/cipher.ts'
import type { Log } from '../logger.ts'
import { findLinkWish, findUnowned, findWanted, type Wanted } from './connection-row.ts'
import { keepLeases, type LeaseKeeper } from './lease-keeper.ts'
import { startSession, type Session } from './session.ts'

/** ms between looks for connections that nobody runs: when a worker died, another takes over so long after its lease ran out at most. */
const sweepMs = 1_000

const startSource = { queue: startQueue, schema: startJob, pollSeconds }

export interface SessionManager {
  stop(): Promise<void>
}

export interface ManagerParts {
  db: Database
  jobs: Jobs
  media: MediaStore
  env: WorkerEnv
  log: Log
  /** Null: nobody collects any. */
  traces: Traces | null
}

export async function manageSessions(parts: ManagerParts): Promise<SessionManager> {
  const { db, jobs, env, log } = parts
  const sessions = new Map<string, Session>()
  /** Being acquired or started. */
  const starting = new Set<string>()
  let stopping = false
  const onLost = (connectionId: string) => {
    log.warn({ connectionId }, 'lease lost')
    sessions.get(connectionId)?.leaseLost()
  }
  const leases = keepLeases(db.sql, { name: env.workerId, keyId: currentKeyId(env.sessionKeys) }, onLost, log)

  const start = async (wanted: Wanted) => {
    const { connectionId } = wanted
    if (stopping || starting.has(connectionId) || sessions.has(connectionId)) return
    starting.add(connectionId)
    try {
      const session = await startLeased(wanted, parts, leases)
      if (!session) return
      sessions.set(connectionId, session)
      // While it began, nobody was there to be told.
      if (!leases.isHeld(connectionId)) session.leaseLost()
      void session.ended.then(() => {
        sessions.delete(connectionId)
        return startRelinked(connectionId, startNow, parts)
      })
      if (stopping) session.stop()
    } catch (err) {
      log.error({ connectionId, err }, 'session not started')
    } finally {
      starting.delete(connectionId)
    }
  }
  const sweep = async () => {
    for (const wanted of await findUnowned(db.sql)) void start(wanted)
  }
  const startNow = async (connectionId: string) => {
    const wanted = await findWanted(db.sql, connectionId)
    const running = sessions.get(connectionId)
    if (!wanted) return
    if (!running) await start(wanted)
    // Disconnected and started again: the old session ends first.
    else if (running.isStopped) void running.ended.then(() => startNow(connectionId))
    else running.restate()
  }

  const stopStarting = await consume({ jobs, log }, startSource, ({ connectionId }) => startNow(connectionId))
  const report = (err: unknown) => log.error({ err }, 'connections not looked up')
  await sweep()
  const timer = setInterval(() => void sweep().catch(report), sweepMs)

  return {
    async stop() {
      stopping = true
      clearInterval(timer)
      await stopStarting()
      for (const session of sessions.values()) session.stop()
      await Promise.all([...sessions.values()].map((session) => session.ended))
      leases.stop()
    },
  }
}

/** Null where another worker has the lease. */
async function startLeased(wanted: Wanted, parts: ManagerParts, leases: LeaseKeeper): Promise<Session | null> {
  const lease = await leases.acquire(wanted.connectionId)
  if (!lease) return null
  return startSession(wanted, {
    ...parts,
    lease,
    releaseLease: () => leases.release(lease),
    checkLease: () => leases.check(),
  }).catch(async (error: unknown) => {
    await leases.release(lease)
    throw error
  })
}

/** Its old link was given up for a new one. */
async function startRelinked(
  connectionId: string,
  startNow: (connectionId: string) => Promise<void>,
  { db, log }: ManagerParts,
) {
  try {
    const { relink } = await findLinkWish(db.sql, connectionId)
    if (relink) await startNow(connectionId)
  } catch (err) {
    log.warn({ connectionId, err }, 'left to the next look')
  }
}
