// What is new at many positions, asked of an Electric, which is asked for one shape a request: what comes is cut at one commit, so that a
// transaction is in all answers or in none, as the embedded engine gives it.
//
//   live requests race ──first news──► those that are behind them are asked, until none is ──► all are cut at the commit that all have
//
// Invariant: nothing is told past a commit up to which Electric has not told every shape ("up to date" names it).
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { positionQuery, type Changes, type ShapePosition } from 'shapes/engine.ts'

export type FetchShape = (query: URLSearchParams, signal: AbortSignal) => Promise<Response>

const messageSchema = v.looseObject({
  headers: v.looseObject({
    lsn: v.optional(v.string()),
    op_position: v.optional(v.number()),
    control: v.optional(v.string()),
    global_last_seen_lsn: v.optional(v.string()),
  }),
})
const messagesSchema = v.array(messageSchema)
type Message = v.InferOutput<typeof messageSchema>

/** ms between questions to an Electric that has not served a commit to all shapes yet. */
const retryMs = 20

/** What was read of one shape. */
interface Reading {
  asked: ShapePosition
  handle: string
  offset: string
  changes: Message[]
  /** Commit up to which `changes` are all there is; null before the first answer. */
  known: bigint | null
  /** A page ended before everything was told. */
  hasMore: boolean
  isGone: boolean
}

/** What Electric said instead. */
class Refusal extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('refused')
    this.response = response
  }
}

/** As `ShapeEngine.changes`. */
export async function electricChanges(
  fetchShape: FetchShape,
  positions: readonly ShapePosition[],
  { wait, signal }: { wait: boolean; signal: AbortSignal },
): Promise<Changes | Response> {
  const readings = positions.map(unread)
  try {
    if (wait) await raceForNews(fetchShape, readings, signal)
    for (let behind = behindOf(readings); behind.length > 0;) {
      await Promise.all(behind.map((reading) => ask(fetchShape, reading, { live: false, signal })))
      behind = behindOf(readings)
      if (behind.length > 0) await delay(retryMs, undefined, { signal })
    }
  } catch (error) {
    if (error instanceof Refusal) return error.response
    throw error
  }
  return cut(readings)
}

const unread = (asked: ShapePosition): Reading => ({
  asked,
  handle: asked.handle,
  offset: asked.offset,
  changes: [],
  known: null,
  hasMore: false,
  isGone: false,
})

/** Until one has news, or Electric has waited long enough. */
async function raceForNews(fetchShape: FetchShape, readings: readonly Reading[], signal: AbortSignal) {
  const enough = new AbortController()
  const either = AbortSignal.any([enough.signal, signal])
  const requests = readings.map((reading) => ask(fetchShape, reading, { live: true, signal: either }))
  try {
    await Promise.race(requests)
    // What arrived in the same moment is taken along.
    await setImmediate()
  } finally {
    enough.abort()
    await Promise.allSettled(requests)
  }
}

/** Not told yet of everything up to the latest change of any. */
function behindOf(readings: readonly Reading[]): Reading[] {
  const latest = readings.flatMap(({ changes }) => changes.map(lsnOf)).reduce((a, b) => (a > b ? a : b), 0n)
  return readings.filter(({ isGone, hasMore, known }) => !isGone && !hasMore && (known === null || known < latest))
}

/** The reading goes on by one answer. @throws Refusal */
async function ask(fetchShape: FetchShape, reading: Reading, { live, signal }: { live: boolean; signal: AbortSignal }) {
  const { handle, offset } = reading
  const query = positionQuery({ ...reading.asked, handle, offset })
  if (live) query.set('live', 'true')
  const response = await fetchShape(query, signal)
  if (response.status === 409) {
    await response.body?.cancel()
    reading.isGone = true
    return
  }
  if (!response.ok) throw new Refusal(response)
  const text = await response.text()
  const messages = text === '' ? [] : v.parse(messagesSchema, JSON.parse(text))
  const reached = response.headers.get('electric-offset')
  const seen = messages.find(({ headers }) => headers.control === 'up-to-date')?.headers.global_last_seen_lsn
  const fresh = messages.filter(({ headers }) => headers.control === undefined)
  reading.changes.push(...fresh)
  if (reached) reading.offset = reached
  reading.hasMore = seen === undefined && fresh.length > 0
  // The transaction of a page's last change may go on in the next.
  if (seen !== undefined) reading.known = BigInt(seen)
  else if (reading.hasMore) reading.known = lsnOf(fresh.at(-1)) - 1n
}

function cut(readings: readonly Reading[]): Changes {
  const known = readings.flatMap((reading) => (reading.isGone || reading.known === null ? [] : [reading.known]))
  const upTo = known.reduce((a, b) => (a < b ? a : b), known[0] ?? 0n)
  const hasMore = readings.some((reading) => reading.hasMore && !reading.isGone)
  const shapes = readings.map((reading) => newsOf(reading, upTo))
  if (!hasMore) return { shapes, upTo: String(upTo), whole: true }
  if (shapes.some((news) => news !== null)) return { shapes, upTo: null, whole: true }
  // One transaction fills a page: it comes in parts.
  const parts = readings.map((reading) => (reading.hasMore ? newsOf(reading, lsnOf(reading.changes.at(-1))) : null))
  return { shapes: parts, upTo: null, whole: false }
}

function newsOf({ asked, handle, offset, changes, isGone }: Reading, upTo: bigint) {
  if (isGone) return 'refetch'
  const kept = changes.filter((change) => lsnOf(change) <= upTo)
  const last = kept.at(-1)
  if (!last) return changes.length > 0 || offset === asked.offset ? null : { handle, offset, messages: [] }
  const end = kept.length === changes.length ? offset : `${last.headers.lsn}_${last.headers.op_position}`
  return { handle, offset: end, messages: kept.map((message) => JSON.stringify(message)) }
}

const lsnOf = (message: Message | undefined) => BigInt(message?.headers.lsn ?? 0)
