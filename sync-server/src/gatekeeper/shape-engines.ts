// The engines that ELECTRIC_URL names: an Electric, or several `pnpm shapes` with PEERS=1, of which each knows the shapes of all. One is asked
// until it does not answer, or does not serve; then the next, and it stays with that.
import { setTimeout as delay } from 'node:timers/promises'
import type { Changes, ShapeEngine } from 'shapes/engine.ts'
import { manyBody, readMany } from 'shapes/many.ts'
import type { Logger } from 'pino'
import { electricChanges } from './electric-changes.ts'

/** ms between questions after the health of the one that is asked, and how long it may take to answer: a machine that is gone says nothing. */
const healthEvery = 1500
const healthWithin = 1500
/** How many answers may be missing. */
const mostMissing = 1
/** ms after which an engine that says nothing is left, at most: the one that is next is asked, too. */
export const leftWithin = (healthEvery + healthWithin) * (mostMissing + 1) + healthWithin

interface Asked {
  method: string
  signal: AbortSignal
  body?: string
}

export class ShapeEngines {
  private readonly bases: readonly string[]
  private readonly secret: string | undefined
  private readonly logger: Logger
  private readonly stopping = new AbortController()
  /** Whether what is asked tells of many shapes at once: an Electric does not. */
  private tellsOfMany = true
  private index = 0
  /** Requests that wait for the one that is asked now. */
  private waiting = new Set<AbortController>()

  constructor(bases: readonly string[], secret: string | undefined, logger: Logger) {
    this.bases = bases
    this.secret = secret
    this.logger = logger
    if (bases.length > 1) void this.watch()
  }

  /** 503 when none answers. */
  async send(path: string, { signal, ...asked }: Asked): Promise<Response> {
    let refusal: Response | null = null
    for (const _ of this.bases) {
      const { index, waiting } = this
      // Of its own: signals that outlive a request keep what listened to them.
      const either = new AbortController()
      const abort = () => either.abort()
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
      waiting.add(either)
      const answer = await this.ask(this.bases[index] ?? '', path, { ...asked, signal: either.signal })
      waiting.delete(either)
      if (answer && answer.status !== 503) return answer
      if (signal.aborted) break
      await refusal?.body?.cancel()
      refusal = answer
      this.leave(index)
    }
    return refusal ?? noAnswer()
  }

  /** As `ShapeEngine.changes`. */
  async changes(...[positions, { wait, signal }]: Parameters<ShapeEngine['changes']>): Promise<Changes | Response> {
    if (this.tellsOfMany) {
      const answer = await this.send('/v1/changes', { method: 'POST', body: manyBody(positions, wait), signal })
      if (answer.ok) {
        // It may die while it answers.
        const text = await answer.text().catch(() => null)
        return text === null ? noAnswer() : readMany(JSON.parse(text))
      }
      if (answer.status !== 404) return answer
      await answer.body?.cancel()
      this.tellsOfMany = false
    }
    return electricChanges(
      (query, either) => this.send(`/v1/shape?${query.toString()}`, { method: 'GET', signal: either }),
      positions,
      {
        wait,
        signal,
      },
    )
  }

  stop() {
    this.stopping.abort()
  }

  /** Null when there is no answer. */
  private async ask(base: string, path: string, asked: Asked): Promise<Response | null> {
    const url = new URL(path, base)
    if (this.secret !== undefined) url.searchParams.set('secret', this.secret)
    try {
      // A redirect would take the secret and the request somewhere else.
      return await fetch(url, { ...asked, redirect: 'error' })
    } catch (error) {
      // A client that left is no failure.
      if (!asked.signal.aborted) this.logger.warn({ err: error }, 'Electric does not answer')
      return null
    }
  }

  /** Another one may have been left for it already. */
  private leave(index: number) {
    if (this.bases.length === 1 || index !== this.index) return
    const { waiting } = this
    this.index = (index + 1) % this.bases.length
    this.waiting = new Set()
    for (const request of waiting) request.abort()
    this.logger.warn({ engine: this.index }, 'another shape engine is asked from now on')
  }

  private async watch() {
    const { signal } = this.stopping
    for (let missing = 0, of = this.index; !signal.aborted;) {
      await delay(healthEvery, undefined, { signal, ref: false }).catch(() => {})
      const { index } = this
      if (index !== of) missing = 0
      of = index
      missing = (await this.serves(index)) ? 0 : missing + 1
      const next = (index + 1) % this.bases.length
      // Where none serves, one is as good as the other.
      if (missing > mostMissing && (await this.serves(next))) this.leave(index)
    }
  }

  private async serves(index: number): Promise<boolean> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(healthWithin)])
    try {
      const answer = await fetch(new URL('/v1/health', this.bases[index]), { signal, redirect: 'error' })
      await answer.body?.cancel()
      return answer.status === 200
    } catch {
      return false
    }
  }
}

const noAnswer = () =>
  Response.json({ message: 'Electric does not answer' }, { status: 503, headers: { 'retry-after': '1' } })
