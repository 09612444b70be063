// What every route of the API may use. Built once in main.ts and in tests.
import type { Database } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import type { MediaStore } from 'db/node/media/media-store.ts'
import type { Outgoing } from 'db/node/outgoing/outgoing.ts'
import type { Traces } from 'db/node/traces/traces.ts'
import type { UserActor } from 'db/kit/actor.ts'
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import type { Admission } from '../limits/admission.ts'
import type { ShapeUpstream } from '../gatekeeper/shape-upstream.ts'
import type { SessionEnds } from './login/session-ends.ts'
import type { Standings } from './login/standings.ts'

export interface Services {
  /** For sessions, login, health and whatever writes: nobody's reads hold its connections. */
  db: Database
  /** For reads of any size. */
  reads: Database
  jobs: Jobs
  media: MediaStore
  /** To addresses that people chose. */
  outgoing: Outgoing
  env: Env
  logger: Logger
  admission: Admission
  sessionEnds: SessionEnds
  standings: Standings
  shapeUpstream: ShapeUpstream
  /** Null: nobody collects any. */
  traces: Traces | null
}

/** Hono's type parameters for routes behind `requireSession`. */
export interface Authenticated {
  Variables: {
    actor: UserActor
    /** Anew, for an answer that goes on. @throws AppError when the session is no more */
    actorNow: () => Promise<UserActor>
    /** The row of `sessions` behind the access token. */
    sessionId: string
    /** Its login: this person on this device. */
    loginId: string
    /** The session began while the company was overdue. */
    limited: boolean
    companyInGoodStanding: () => void
    /** Of an answer that goes on when its beginning is returned: resolves with its end. */
    goesOnUntil?: Promise<void>
  }
}
