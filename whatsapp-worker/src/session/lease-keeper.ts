// Renews this worker's leases and says at once when one is lost: taken over, or not renewed in time because the database doesn't answer.
// Invariant: `onLost` runs before another worker can have acquired the lease by expiry.
import type postgres from 'postgres'
import type { Log } from '../logger.ts'
import { acquireLease, leaseSeconds, releaseLease, renewLeases, type Lease, type LeaseOwner } from './lease.ts'

const renewMs = 3_000
const checkMs = 500
/** Ends earlier than Postgres' expiry, to leave time for stopping. */
const goodMs = (leaseSeconds - 1) * 1_000

export interface LeaseKeeper {
  acquire(connectionId: string): Promise<Lease | null>
  release(lease: Lease): Promise<void>
  /** By this worker, as far as it knows. */
  isHeld(connectionId: string): boolean
  /** Renews now; lost ones are reported to onLost. */
  check(): Promise<void>
  stop(): void
}

interface Held {
  lease: Lease
  goodUntil: number
}

export function keepLeases(
  sql: postgres.Sql,
  owner: LeaseOwner,
  onLost: (connectionId: string) => void,
  log: Log,
): LeaseKeeper {
  const held = new Map<string, Held>()
  let renewing = false
  let renewedAt = performance.now()

  const lose = (connectionId: string) => {
    if (held.delete(connectionId)) onLost(connectionId)
  }
  const renew = async () => {
    // Counted from before the query: Postgres' own expiry can only be later.
    const from = performance.now()
    renewedAt = from
    const asked = [...held.values()].map(({ lease }) => lease)
    if (asked.length === 0) return
    const kept = await renewLeases(sql, asked)
    for (const lease of asked) {
      const entry = held.get(lease.connectionId)
      if (entry?.lease !== lease) continue
      if (kept.has(lease.connectionId)) entry.goodUntil = from + goodMs
      else lose(lease.connectionId)
    }
  }
  const tick = async () => {
    const now = performance.now()
    for (const [connectionId, { goodUntil }] of held) if (now > goodUntil) lose(connectionId)
    if (renewing || now - renewedAt < renewMs) return
    renewing = true
    await renew()
      .catch((err: unknown) => log.warn({ err }, 'leases not renewed'))
      .finally(() => {
        renewing = false
      })
  }
  const timer = setInterval(() => void tick(), checkMs)

  return {
    async acquire(connectionId) {
      const from = performance.now()
      const lease = await acquireLease(sql, connectionId, owner)
      if (lease) held.set(connectionId, { lease, goodUntil: from + goodMs })
      return lease
    },
    async release(lease) {
      if (held.get(lease.connectionId)?.lease === lease) held.delete(lease.connectionId)
      await releaseLease(sql, lease)
    },
    isHeld: (connectionId) => held.has(connectionId),
    check: renew,
    stop: () => clearInterval(timer),
  }
}
