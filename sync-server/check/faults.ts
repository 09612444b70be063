// What goes wrong in a round, each at a number of transactions.
import { createTurnsByKey } from 'db/kit/turns.ts'
import { withConnection } from './connection.ts'
import type { Random } from 'db/node/random.ts'
import type { World } from './world.ts'
import type { Burst } from './writers.ts'

export interface Fault {
  /** How many transactions of the burst come first. */
  at: number
  name: string
  kind: 'restart' | 'kill' | 'cut'
  run(world: World, burst: Burst): Promise<void>
}

/** Faults of different processes overlap, those of one follow each other. */
const exclusive = createTurnsByKey<object>()

type Draw = (random: Random, at: number, total: number) => Fault

const engineDown =
  (signal: 'SIGTERM' | 'SIGKILL'): Draw =>
  (random, at, total) => {
    // Some of the burst goes on without it.
    const until = random.chance(0.5) ? at : random.int(at, total)
    return {
      at,
      name: `engine ${signal} until ${until}`,
      kind: signal === 'SIGTERM' ? 'restart' : 'kill',
      run: ({ engine, followed }, burst) =>
        exclusive(engine, () =>
          followed.during(async () => {
            await engine.stop(signal)
            await burst.reached(until)
            await engine.start()
          }),
        ),
    }
  }

/** Killed again while it comes up. */
const engineKilledTwice: Draw = (random, at, total) => {
  const again = Math.min(total, at + random.int(1, 40))
  return {
    at,
    name: `engine SIGKILL, again at ${again}`,
    kind: 'kill',
    run: ({ engine, followed }, burst) =>
      exclusive(engine, () =>
        followed.during(async () => {
          await engine.stop('SIGKILL')
          const started = engine.start()
          await burst.reached(again)
          await engine.stop('SIGKILL')
          await started
          await engine.start()
        }),
      ),
  }
}

const postgresDown =
  (signal: 'SIGINT' | 'SIGKILL'): Draw =>
  (_, at) => ({
    at,
    name: signal === 'SIGKILL' ? 'postgres SIGKILL' : 'postgres restart',
    kind: signal === 'SIGKILL' ? 'kill' : 'restart',
    run: ({ server, followed }) =>
      exclusive(server, () =>
        followed.during(async () => {
          await server.stop(signal)
          await server.start()
        }),
      ),
  })

const walsenderTerminated: Draw = (_, at) => ({
  at,
  name: 'walsender terminated',
  kind: 'cut',
  run: ({ server, followed }) =>
    exclusive(server, () =>
      followed.during(async () => {
        await withConnection(server.url, (client) =>
          client.query(`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender'`),
        )
      }),
    ),
})

const clientKilled: Draw = (random, at) => {
  const index = random.int(0, 2)
  return {
    at,
    name: `client ${index + 1} SIGKILL`,
    kind: 'kill',
    run: async ({ clients }) => {
      const client = clients[index % clients.length]
      if (client) await exclusive(client, () => client.killAndRestart())
    },
  }
}

const connectionsCut: Draw = (random, at) => {
  const bytes = random.chance(0.3) ? 0 : random.int(1, 30_000)
  return {
    at,
    name: `connections cut, next after ${bytes} bytes`,
    kind: 'cut',
    run: async ({ proxy }) => proxy.cut(bytes),
  }
}

/** Clients are led to another engine, which goes on where they are; `killed`: because theirs is dead. */
const clientsMoved =
  (killed: boolean): Draw =>
  (random, at, total) => {
    const to = random.int(0, 1)
    const until = killed ? random.int(at, total) : at
    return {
      at,
      name: killed ? `engine ${2 - to} SIGKILL until ${until}, clients at the other` : `clients at engine ${to + 1}`,
      kind: killed ? 'kill' : 'cut',
      run: ({ engines, proxy, followed }, burst) =>
        exclusive(proxy, () =>
          followed.during(async () => {
            const [target, left] = [engines[to], engines[1 - to]]
            if (!target || !left) return
            // The one that they come to may just be starting.
            await exclusive(target, async () => {
              proxy.use(target.port)
              proxy.cut(0)
            })
            if (!killed) return
            await exclusive(left, async () => {
              await left.stop('SIGKILL')
              await burst.reached(until)
              await left.start()
            })
          }),
        ),
    }
  }

const kinds: readonly Draw[] = [
  engineDown('SIGTERM'),
  engineDown('SIGKILL'),
  engineDown('SIGKILL'),
  engineKilledTwice,
  postgresDown('SIGKILL'),
  postgresDown('SIGINT'),
  walsenderTerminated,
  clientKilled,
  clientKilled,
  connectionsCut,
]

const kindsOfSeveral: readonly Draw[] = [...kinds, ...[false, false, true, true].map(clientsMoved)]

export const randomFaults = (random: Random, total: number, severalEngines: boolean): Fault[] =>
  Array.from({ length: random.pick([0, 1, 1, 2, 2]) }, () =>
    random.pick(severalEngines ? kindsOfSeveral : kinds)(random, random.int(0, total), total),
  )
