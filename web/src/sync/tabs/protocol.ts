// What tab, worker and leader say to each other. A tab speaks only to its own worker by postMessage; workers speak over one
// BroadcastChannel per database. Invariant: every call may arrive twice (it is sent again to a new leader), so calls are idempotent.
import type { QueryCall } from 'db/kit/define-query.ts'
import type { ErrorCode, ErrorDetails } from 'db/kit/errors.ts'
import type { AskedQuery } from '../queries/asked-query.ts'
import type { Standing } from '../queries/painting.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import type { PackedRows } from './packed-rows.ts'
import type { LeaderStatus } from './status.ts'

/** `Q`: a question as the tab asks it, or as its worker hands it on. */
export type Call<Q = QueryCall> =
  | { kind: 'query'; query: Q }
  /** Show this entry, which is durable already, on the local views. */
  | { kind: 'run'; entry: OutboxEntry }
  /** The tab is being hidden: a good moment to put the database in order. */
  | { kind: 'hidden' }
  /** Somebody asks for what is new: what waits for its next attempt makes it now. */
  | { kind: 'catch-up' }

/** What a tab asks. */
export type Request<Q = QueryCall> =
  | { kind: 'call'; id: number; call: Call<Q> }
  /** `places`: the tab unpacks rows; one of an older build does not. */
  | { kind: 'subscribe'; sub: number; query: Q; places?: true }
  | { kind: 'unsubscribe'; sub: number }

export type ToWorker =
  /** Nobody is logged in, and somebody may be soon: get ready what does not depend on who. */
  | { kind: 'prepare' }
  | { kind: 'start'; userId: string; companyId: string; mode: LeaderStatus['mode'] }
  | Request
  /** Close the database and give up the lead; answered with `stopped`. */
  | { kind: 'stop' }

export type ToTab =
  | { kind: 'reply'; id: number; value: unknown }
  | { kind: 'error'; id: number; error: SentError }
  /** A leader of an older build does not say what they are worth. */
  | ({ kind: 'rows'; sub: number; upTo?: Standing } & PackedRows)
  | { kind: 'rows-failed'; sub: number; error: SentError }
  | { kind: 'status'; status: LeaderStatus }
  /** The database did not open: a new worker may make it anew. */
  | { kind: 'open-failed' }
  | { kind: 'stopped' }

export type ResultRow = Record<string, unknown>

/** What a worker asks of the leader: the same as its tab asked of it. */
export type AskedRequest = Request<AskedQuery>
export type Answer = Exclude<ToTab, { kind: 'stopped' | 'open-failed' }>

export type BetweenWorkers =
  | { kind: 'hello'; from: string }
  /** Sent on taking the lead and to whoever says hello: everything asked before must be asked again. */
  | { kind: 'leading'; leader: string }
  | { kind: 'request'; from: string; request: AskedRequest }
  | { kind: 'answer'; to: string; answer: Answer }

export interface SentError {
  message: string
  code?: ErrorCode
  details?: ErrorDetails
}
