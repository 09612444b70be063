// The last results of the queries that were on the screen, in plain IndexedDB: painted at the next start, before Postgres is up.
// Invariant: it belongs to one user and goes with their local database; once Postgres has answered anything it is not looked at.
import { browserStore } from '../kit/browser-store.ts'
import type { ResultRow } from '../tabs/protocol.ts'

/** A screen shows fewer; longer results are not the first paint's. */
const maxRows = 300

export interface Snapshot {
  /** Query key → rows. */
  results: ReadonlyMap<string, readonly ResultRow[]>
}

let last: 'unread' | Snapshot['results'] | 'over' = 'unread'

/** Before the first render. */
export async function readSnapshot(userId: string): Promise<void> {
  if (last !== 'unread') return
  const saved = await browserStore.get('snapshots', userId)
  last = saved && 'results' in saved ? saved.results : 'over'
}

/** The rows that this query had when the app was last used, until Postgres answers. */
export const lastRows = (queryKey: string) => (last instanceof Map ? last.get(queryKey) : undefined)

/** Postgres answers. */
export function endSnapshot() {
  last = 'over'
}

/** `shown` by query key; nothing is saved that Postgres has not said in this run. */
export async function saveSnapshot(userId: string, shown: Snapshot['results']): Promise<void> {
  if (last !== 'over' || shown.size === 0) return
  const results = new Map([...shown].filter(([, rows]) => rows.length <= maxRows))
  await browserStore.put('snapshots', { results }, userId)
}

export async function deleteSnapshot(userId: string): Promise<void> {
  last = 'over'
  await browserStore.delete('snapshots', IDBKeyRange.bound(userId, `${userId}\uffff`))
}

/** What only the server knows, as it last said it. */
export interface KeptAnswer {
  answer: unknown
  at: Date
}

const answerKey = (userId: string, path: string) => `${userId} ${path}`

export async function keepAnswer(userId: string, path: string, kept: KeptAnswer): Promise<void> {
  await browserStore.put('snapshots', kept, answerKey(userId, path))
}

export async function keptAnswer(userId: string, path: string): Promise<KeptAnswer | null> {
  const kept = await browserStore.get('snapshots', answerKey(userId, path))
  return kept && 'answer' in kept ? kept : null
}
