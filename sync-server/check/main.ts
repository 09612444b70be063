// The consistency check of the shape engine: random shapes, transactions, restarts and kills, and in the end every client equals its
// SELECT. `node sync-server/check/main.ts --seed N --rounds M [--engines 2]`; a seed makes the same decisions again.
import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killChildren } from 'db/node/child.ts'
import type { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import { randomFrom } from 'db/node/random.ts'
import { Report } from './report.ts'
import { Rounds } from './round.ts'
import { explain, startWorld, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rounds: { type: 'string', default: '10' },
    /** Several know each other's shapes, and clients are led from one to the other. */
    engines: { type: 'string', default: '1' },
    quiet: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const roundCount = Number(values.rounds)
const engineCount = values.engines === '2' ? 2 : 1
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(roundCount))
  throw new Error('--seed and --rounds take integers')

const folder = await mkdtemp(join(tmpdir(), 'shapes-check-'))
// Postgres may run as another user.
await chmod(folder, 0o755)
let server: PostgresProcess | null = null
// Every way out leads through here, but kill -9 of this process: then its clients end by themselves.
process.on('exit', () => {
  killChildren()
  server?.killNow()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const report = new Report(seed, values.quiet)
let world: World | null = null
try {
  world = await startWorld(folder, engineCount, (started) => (server = started))
  await Promise.race([run(world), world.failed])
  report.end(world)
  process.exit(0)
} catch (error) {
  console.error(
    `FAILED in ${report.place}\nagain: --seed ${seed} --rounds ${roundCount} --engines ${engineCount}\n${explain(error, world)}`,
  )
  process.exit(1)
}

async function run(started: World) {
  const rounds = new Rounds(started, randomFrom(seed))
  report.begin(await rounds.prepare())
  for (let round = 1; round <= roundCount; round++) {
    const plan = rounds.plan(round)
    report.startRound(plan)
    report.round(plan, await rounds.run(plan), started)
  }
}
