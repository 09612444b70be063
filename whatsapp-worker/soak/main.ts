// Proof that no message is lost, doubled or mixed up: traffic both ways through simulated phones and the real HTTP API, while parts of the
// product are killed with -9. `pnpm soak --minutes M --kill worker,server,postgres --seed N`; a seed makes the same plan again.
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killChildren } from 'db/node/child.ts'
import type { PostgresProcess } from 'db/node/postgres/postgres-process.ts'
import { killParts } from './kills.ts'
import { killable, planOf, type Killable } from './plan.ts'
import { report } from './report.ts'
import { settle } from './settle.ts'
import { Traffic } from './traffic.ts'
import { startWorld, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    kill: { type: 'string', default: killable.join(',') },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** A folder for what the processes print. */
    logs: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0')
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes an integer')
const parts = values.kill.split(',').filter(Boolean).map(killableOf)

const folder = await mkdtemp(join(tmpdir(), 'balcao-soak-'))
// Postgres may run as another user.
await chmod(folder, 0o755)
if (values.logs) await mkdir(values.logs, { recursive: true })
let postgres: PostgresProcess | null = null
// Every way out leads through here, but kill -9 of this process: then its children end by themselves.
process.on('exit', () => {
  killChildren()
  postgres?.killNow()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const again = `pnpm soak --minutes ${minutes} --kill ${parts.join(',')} --seed ${seed}`
console.log(again)
try {
  const world = await startWorld({
    folder,
    logs: values.logs ?? null,
    onPostgres: (started) => (postgres = started),
  })
  const passed = await Promise.race([run(world), world.failed])
  if (!passed) console.log(`FAILED; again: ${again}`)
  process.exit(passed ? 0 : 1)
} catch (error) {
  console.error(`FAILED; again: ${again}\n${error instanceof Error ? error.stack : String(error)}`)
  process.exit(1)
}

async function run(world: World) {
  const plan = planOf(seed, minutes, parts)
  const traffic = new Traffic(world, plan)
  const over = new AbortController()
  const started = performance.now()
  const say = (text: string) => console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`)
  const kills = parts.length > 0 ? killParts(world, plan.kills(), over.signal, say) : null
  await traffic.run()
  over.abort()
  const killed = (await kills) ?? { counts: new Map(), takeovers: [] }
  say('settling')
  const stored = await settle(world, traffic)
  await Promise.all(world.attendants.map((attendant) => attendant.stop()))
  return report({ traffic, stored, killed, unknownIqs: await world.phones.unknownIqs() }, world)
}

function killableOf(name: string): Killable {
  const part = killable.find((known) => known === name)
  if (!part) throw new Error(`--kill takes ${killable.join(', ')}`)
  return part
}
