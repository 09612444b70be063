// When an outbox entry may leave: its effect must be in the synced rows, or it would vanish from the screen for a moment. Pure.
// Two proofs: its id came back in the log of applied mutations, and the tables it writes are as new as that; or the push was
// answered with a log position and every table is past it (after a refetch the log starts later and misses it).
import type { OutboxEntry } from './outbox.ts'
import { lsnIn } from '../kit/lsn.ts'

export interface Synced {
  /** Log position up to which each device table is current. */
  seen: ReadonlyMap<string, bigint>
  /** Mutation id → log position of its commit, from the log. */
  applied: ReadonlyMap<string, bigint>
}

/** `writes`: the tables its local run wrote; undefined when it did not run here. */
export function isConfirmed(
  entry: Pick<OutboxEntry, 'id' | 'lsn'>,
  writes: readonly string[] | undefined,
  tables: readonly string[],
  { seen, applied }: Synced,
): boolean {
  const isPast = (lsn: bigint) => (table: string) => (seen.get(table) ?? -1n) >= lsn
  const logged = applied.get(entry.id)
  if (logged !== undefined && (writes ?? tables).every(isPast(logged))) return true
  const answered = lsnIn(entry.lsn)
  return answered !== undefined && tables.every(isPast(answered))
}
