// What tab, worker and leader say to each other. A tab speaks only to its own worker by postMessage; workers speak over one
// BroadcastChannel per database. Invariant: every call may arrive twice (it is sent again to a new leader), so calls are idempotent.
import type { ErrorCode, ErrorDetails } from 'db/kit/errors.ts'
import type { OutboxEntry } from './outbox.ts'
import type { LeaderStatus } from './status.ts'

export type Call =
  | { kind: 'query'; text: string; params: readonly unknown[] }
  /** Show this entry, which is durable already, on the local views. */
  | { kind: 'run'; entry: OutboxEntry }
  /** The tab is being hidden: a good moment to put the database in order. */
  | { kind: 'hidden' }
  /** Somebody asks for what is new: what waits for its next attempt makes it now. */
  | { kind: 'catch-up' }

export type ToWorker =
  | { kind: 'start'; userId: string; companyId: string; dataDirUrl: string; mode: LeaderStatus['mode'] }
  | { kind: 'call'; id: number; call: Call }
  | { kind: 'subscribe'; sub: number; text: string; params: readonly unknown[] }
  | { kind: 'unsubscribe'; sub: number }
  /** Close the database and give up the lead; answered with `stopped`. */
  | { kind: 'stop' }

export type ToTab =
  | { kind: 'reply'; id: number; value: unknown }
  | { kind: 'error'; id: number; error: SentError }
  | { kind: 'rows'; sub: number; rows: readonly ResultRow[] }
  | { kind: 'rows-failed'; sub: number; error: SentError }
  | { kind: 'status'; status: LeaderStatus }
  /** The database did not open: a new worker may make it anew. */
  | { kind: 'open-failed' }
  | { kind: 'stopped' }

export type ResultRow = Record<string, unknown>

/** What a follower asks of the leader: the same as its tab asked of it. */
export type Request = Extract<ToWorker, { kind: 'call' | 'subscribe' | 'unsubscribe' }>
export type Answer = Exclude<ToTab, { kind: 'stopped' | 'open-failed' }>

export type BetweenWorkers =
  | { kind: 'hello'; from: string }
  /** Sent on taking the lead and to whoever says hello: everything asked before must be asked again. */
  | { kind: 'leading'; leader: string }
  | { kind: 'request'; from: string; request: Request }
  | { kind: 'answer'; to: string; answer: Answer }

export interface SentError {
  message: string
  code?: ErrorCode
  details?: ErrorDetails
}
