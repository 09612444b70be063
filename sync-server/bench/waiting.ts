// Many clients that wait: what each takes of the engine's memory, and how soon all of one shape's are answered.
import { setTimeout as delay } from 'node:timers/promises'
import { atRest } from './child.ts'
import { note, now, print } from './figure.ts'
import { companyOf, companyShape, itemsOf, upTo } from './tables.ts'
import type { Setup, World } from './world.ts'

const clients = 10_000
const clientsOfShape = 10
const memoryRepetitions = 3
/** KB between two looks at memory that is at rest, and ms between them. */
const steady = 1024
const betweenLooks = 1000
const looks = 30

export const waiterMemory = {
  figures: ['waiter_bytes_10000'],
  async run(world: World) {
    const shapes = upTo(Math.max(1, Math.round(world.scaled(clients) / clientsOfShape)))
    const options = {
      ddl: itemsOf(shapes.length, 5),
      tables: ['items'],
      collectable: true,
      // Nobody's time is over while memory is looked at.
      env: { LONG_POLL_MS: '600000' },
    }
    const samples: number[] = []
    while (samples.length < memoryRepetitions) {
      samples.push(await world.setUp(options, (setup) => kilobytesOfWaiter(setup, shapes)))
    }
    print({ name: 'waiter_bytes_10000', unit: 'KB', samples, aim: '10', reference: '50–80' })
  },
}

async function kilobytesOfWaiter(setup: Setup, shapes: number[]): Promise<number> {
  const queries = shapes.map(companyShape)
  // The shapes, and the code that ran for them, are there before.
  await setup.clients.read(queries)
  const without = await steadyMemory(setup)
  await setup.clients.follow(queries, clientsOfShape)
  const withAll = await steadyMemory(setup)
  note(`${(without / 1024).toFixed(0)} MB without, ${(withAll / 1024).toFixed(0)} MB with all who wait`)
  return (withAll - without) / (queries.length * clientsOfShape)
}

async function steadyMemory({ engine }: Setup): Promise<number> {
  await atRest(engine.pid)
  let before = await engine.collect()
  for (let look = 0; look < looks; look++) {
    await delay(betweenLooks)
    const after = await engine.collect()
    if (Math.abs(after - before) < steady) return after
    before = after
  }
  return before
}

const audience = 1000
const rows = 10
const fanOuts = 20
/** ms for all clients to ask again. */
const betweenFanOuts = 300

export const fanOut = {
  figures: ['fan_out_1000_waiters_ms'],
  async run(world: World) {
    const count = world.scaled(audience)
    const samples = await world.setUp(
      { ddl: itemsOf(1, 5), tables: ['items'] },
      async ({ engine, clients: all, sql }) => {
        await all.follow([companyShape(0)], count)
        await atRest(engine.pid)
        const taken: number[] = []
        while (taken.length < fanOuts) {
          const last = all.receive(count * rows)
          const from = now()
          await sql`
          insert into items (company_id, queue, body)
          select ${companyOf(0)}, 'q' || n, 'Something about order ' || n from generate_series(1, ${rows}) n`
          taken.push((await last) - from)
          await delay(betweenFanOuts)
        }
        return taken
      },
    )
    print({ name: 'fan_out_1000_waiters_ms', unit: 'ms', samples, aim: '100', reference: '100' })
  },
}
