// From a write to the callback of Electric's own client, while many other shapes are held open.
import { setTimeout as delay } from 'node:timers/promises'
import { isChangeMessage, ShapeStream } from '@electric-sql/client'
import { newId } from 'db/kit/new-id.ts'
import { atRest } from './child.ts'
import { now, print } from './figure.ts'
import { companyOf, companyShape, itemsOf, upTo } from './tables.ts'
import type { Setup, World } from './world.ts'

/** How many of the shapes Electric's client follows. */
const measuredShapes = 5
const inserts = 200
const warmUps = 20
/** ms for the client to ask again: it is the time of a waiting client that is measured. */
const betweenInserts = 20

export const liveLatency = [1, 100, 1000, 10_000].map((shapes) => ({
  figures: [`live_latency_${shapes}_shapes_ms`, `live_latency_after_commit_${shapes}_shapes_ms`],
  run: (world: World) => measure(world, shapes),
}))

interface Latency {
  /** ms from when the INSERT was issued, and from when it was known to be committed; the callback can be before that. */
  issued: number
  committed: number
}

async function measure(world: World, shapes: number) {
  const count = world.scaled(shapes)
  const taken = await world.setUp({ ddl: itemsOf(count, 5), tables: ['items'] }, async (setup) => {
    const measured = Math.min(measuredShapes, count)
    await setup.clients.follow(upTo(count).slice(measured).map(companyShape))
    const followed = upTo(measured).map((index) => new Followed(setup.engine.port, index))
    try {
      await Promise.all(followed.map(({ begun }) => begun))
      await atRest(setup.engine.pid)
      const latencies: Latency[] = []
      for (const n of upTo(warmUps + Math.max(20, world.scaled(inserts)))) {
        const stream = followed[n % followed.length]
        if (stream) latencies.push(await latencyOf(setup, stream))
        await delay(betweenInserts)
      }
      return latencies.slice(warmUps)
    } finally {
      for (const stream of followed) stream.stop()
    }
  })
  const common = { unit: 'ms', reference: '6' }
  const issued = taken.map((latency) => latency.issued)
  print({ ...common, name: `live_latency_${shapes}_shapes_ms`, samples: issued, aim: '6' })
  const committed = taken.map((latency) => latency.committed)
  print({ ...common, name: `live_latency_after_commit_${shapes}_shapes_ms`, samples: committed, aim: '–' })
}

async function latencyOf({ sql }: Setup, stream: Followed): Promise<Latency> {
  const id = newId()
  const seen = stream.arrivalOf(id)
  const issuedAt = now()
  const commit = sql`insert into items (id, company_id, queue, body) values (${id}, ${stream.company}, 'q1', 'hello')`
  const committedAt = commit.then(() => now())
  const [seenAt, knownAt] = await Promise.all([seen, committedAt])
  return { issued: seenAt - issuedAt, committed: seenAt - knownAt }
}

/** A shape that the unmodified client follows. */
class Followed {
  readonly company: string
  /** When it has what was there, and is live. */
  readonly begun: Promise<void>
  private readonly end = new AbortController()
  private readonly arrivals = new Map<string, PromiseWithResolvers<number>>()
  private readonly failed = Promise.withResolvers<never>()

  constructor(port: number, index: number) {
    this.company = companyOf(index)
    const { table, where } = companyShape(index)
    const stream = new ShapeStream({
      url: `http://127.0.0.1:${port}/v1/shape`,
      params: { table, ...(where !== null && { where }) },
      signal: this.end.signal,
    })
    const { promise: upToDate, resolve } = Promise.withResolvers<void>()
    stream.subscribe((messages) => {
      const at = now()
      for (const message of messages) {
        if (isChangeMessage(message)) this.arrivals.get(String(message.value['id']))?.resolve(at)
        else if (message.headers.control === 'up-to-date') resolve()
      }
    }, this.failed.reject)
    this.begun = Promise.race([upToDate, this.failed.promise])
  }

  arrivalOf(id: string): Promise<number> {
    const arrival = Promise.withResolvers<number>()
    this.arrivals.set(id, arrival)
    return Promise.race([arrival.promise.finally(() => this.arrivals.delete(id)), this.failed.promise])
  }

  stop() {
    // What is in flight ends with an error that is nobody's.
    this.failed.promise.catch(() => {})
    this.end.abort()
  }
}
