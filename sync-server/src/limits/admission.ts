// What of each kind of request may run at the same time, so that nobody's work waits for the worst that another company does.
// Everything that has a session passes here; login, health and metrics do not, and have connections to Postgres that reads never take.
import type { Context, MiddlewareHandler, Next } from 'hono'
import { setTimeout as delay } from 'node:timers/promises'
import { BurstyRateLimiter, RateLimiterMemory } from 'rate-limiter-flexible'
import { consume } from '../http/consume.ts'
import type { Authenticated } from '../http/context.ts'
import { holdBody, incomingOf, outboxBody, shapesBody, usualBody } from '../http/read-json.ts'
import { isForm } from '../media/receive-form.ts'
import { watchProgress } from './body-progress.ts'
import { createCounts } from './counts.ts'
import { createFairGate, type Asker, type FairGate, type GateLimits } from './fair-gate.ts'

/** Connections of the pool that reads have for themselves. */
export const readConnections = 6

const seconds = 1000
const kinds = {
  // Two cores do not read faster with more at a time, and half of them stay for others.
  read: { inAll: readConnections, ofCompany: 3, ofUser: 2, waiting: 300, patienceMs: 10 * seconds, rests: true },
  write: { inAll: 8, ofCompany: 4, ofUser: 2, waiting: 300, patienceMs: 20 * seconds },
  /** What a device fetches anew; the shape engine makes each only once. */
  snapshot: { inAll: 32, ofCompany: 12, ofUser: 8, waiting: 500, patienceMs: 30 * seconds },
  /** Held for as long as nothing happens. An Electric client has one for each table. */
  live: { inAll: 20_000, ofCompany: 5000, ofUser: 120, waiting: 0, patienceMs: 0 },
  file: { inAll: 64, ofCompany: 24, ofUser: 8, waiting: 1000, patienceMs: 30 * seconds },
  upload: { inAll: 24, ofCompany: 6, ofUser: 3, waiting: 100, patienceMs: 30 * seconds },
  /** Each is a process of its own with its own memory. */
  import: { inAll: 2, ofCompany: 1, ofUser: 1, waiting: 4, patienceMs: 30 * seconds },
} satisfies Record<string, GateLimits>

type Kind = keyof typeof kinds

const isRead = (c: Context) => c.req.method === 'GET' || c.req.method === 'HEAD'

/** Kinds whose bodies go to disk as they come. */
const receivesFiles: ReadonlySet<Kind> = new Set(['upload', 'import'])

/**
 * By the route, `path` below /api. Of what else a client writes only this counts: an Electric client's GET of one shape may wait (`isLive`),
 * and a message may bring files (`hasFiles`).
 */
export function kindOf(method: string, path: string, { isLive = false, hasFiles = false } = {}): Kind {
  const posts = method === 'POST'
  if (posts && path === '/shapes/changes') return 'live'
  if (path.startsWith('/shapes/')) return isLive && method === 'GET' ? 'live' : 'snapshot'
  if (path.startsWith('/media/')) return 'file'
  if (path === '/uploads' || path.startsWith('/uploads/')) return 'upload'
  if (posts && /^\/[^/]+\/[^/]+\/media-upload$|^\/files\/uploadList\/[^/]+$/.test(path)) return 'upload'
  // Messages with files, for as long as they take to come.
  if (posts && hasFiles && /^\/messages\/[^/]+$/.test(path)) return 'upload'
  if (posts && /^\/contacts\/import-sheet$|^\/contact-lists\/[^/]+\/upload$/.test(path)) return 'import'
  return method === 'GET' || method === 'HEAD' || /^\/queries(\/|$)/.test(path) ? 'read' : 'write'
}

/** Below /api, without a slash at its end. */
const pathOf = (c: Context) => c.req.path.replace(/^\/api/, '').replace(/(?<=.)\/$/, '')

export const gateOf = (c: Context): Kind =>
  kindOf(c.req.method, pathOf(c), { isLive: c.req.query('live') === 'true', hasFiles: isForm(c) })

function limitsOf(kind: Kind, path: string) {
  if (kind === 'live' || kind === 'snapshot') return shapesBody
  return path === '/mutations' ? outboxBody : usualBody
}

/** A file that does not come forward gives its place back: its connection ends. Returns how to stop. */
function endSilent(c: Context): (() => void) | undefined {
  const incoming = incomingOf(c)
  if (!incoming) return undefined
  const { socket } = incoming
  const before = socket.bytesRead
  return watchProgress(
    () => socket.bytesRead - before,
    Infinity,
    () => void (incoming.complete || incoming.destroy()),
  )
}

/** How often one person may ask. */
export interface Pace {
  perSecond: number
  /** So many more in ten seconds: a device that starts asks for much at once. */
  burst: number
}

/** Several times what the busiest tab asks for. What waits is not counted. */
export const usualPace: Pace = { perSecond: 60, burst: 200 }

/** ms until somebody who asks too fast is told so: a client that asks again at once is slowed down by that. */
const refusedAfter = 1 * seconds
/** Refusals of one person that wait. */
const mostRefused = 100

export interface Admission {
  /** Before anything is looked up. @throws AppError ERR_TOO_MANY_REQUESTS */
  count(userId: string, signal?: AbortSignal): Promise<void>
  /** Behind the session. */
  enter: MiddlewareHandler<Authenticated>
  /** Behind any other credential. */
  enterAs(asker: Asker, c: Context, next: Next): Promise<Response | void>
}

export function createAdmission({ perSecond, burst }: Pace = usualPace): Admission {
  const paces = new BurstyRateLimiter(
    new RateLimiterMemory({ points: perSecond, duration: 1 }),
    new RateLimiterMemory({ points: burst, duration: 10 }),
  )
  const refused = createCounts()
  const gates = {
    read: createFairGate(kinds.read),
    write: createFairGate(kinds.write),
    snapshot: createFairGate(kinds.snapshot),
    live: createFairGate(kinds.live),
    file: createFairGate(kinds.file),
    upload: createFairGate(kinds.upload),
    import: createFairGate(kinds.import),
  } satisfies Record<Kind, FairGate>
  return {
    async count(userId, signal) {
      try {
        await consume(paces, userId)
      } catch (error) {
        if (refused.of(userId) < mostRefused) {
          refused.add(userId, 1)
          await delay(refusedAfter, undefined, { signal }).catch(() => undefined)
          refused.add(userId, -1)
        }
        throw error
      }
    },
    enter: (c, next) => enterAs(c.get('actor'), c, next),
    enterAs,
  }

  async function enterAs(asker: Asker, c: Context, next: Next) {
    const kind = gateOf(c)
    const isFile = receivesFiles.has(kind)
    // A body that is slow to come waits outside: two companies could hold every place with bodies that never end.
    const letGo = isFile || isRead(c) ? undefined : await holdBody(c, limitsOf(kind, pathOf(c)))
    const { signal } = c.req.raw
    const leave = await gates[kind]
      .enter(asker, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
      .finally(letGo)
    // The client went away: nobody reads what is answered.
    if (!leave) return c.body(null, 400)
    const stopWatching = isFile ? endSilent(c) : undefined
    try {
      return await next()
    } finally {
      stopWatching?.()
      const end: Promise<void> | undefined = c.get('goesOnUntil')
      if (end) void end.finally(leave)
      else leave()
    }
  }
}
