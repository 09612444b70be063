// Proof that no message is lost, doubled or mixed up: traffic both ways through simulated phones and the real HTTP API, while parts of the
// product are killed with -9. `pnpm soak --minutes M --kill worker,server,postgres --seed N`; a seed makes the same plan again.
import { parseArgs } from 'node:util'
import { carryOutIn, killParts } from './kills.ts'
import { connectionCount, customerCount, killable, planOf, type Killable } from './plan.ts'
import { memoryLine } from './memory.ts'
import { report } from './report.ts'
import { settle } from './settle.ts'
import { Traffic } from './traffic.ts'
import { runCheck } from './run-check.ts'
import type { World } from './world.ts'

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

await runCheck({
  again: `pnpm soak --minutes ${minutes} --kill ${parts.join(',')} --seed ${seed}`,
  companies: 2,
  connections: connectionCount,
  customers: customerCount,
  logs: values.logs ?? null,
  run,
})

async function run(world: World) {
  const plan = planOf(seed, minutes, parts)
  const traffic = new Traffic(world, plan)
  const over = new AbortController()
  const started = performance.now()
  const say = (text: string) => console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`)
  const killing = { kills: plan.kills(), carryOut: carryOutIn(world), signal: over.signal, say }
  const kills = parts.length > 0 ? killParts(killing) : null
  const ended = traffic.run().finally(() => over.abort())
  const [killed = { counts: new Map(), takeovers: [] }] = await Promise.all([kills ?? undefined, ended])
  say('settling')
  const stored = await settle(world, traffic)
  await Promise.all(world.attendants.map((attendant) => attendant.stop()))
  const lines = [await memoryLine([...world.servers, ...world.workers])]
  return report({ traffic, stored, killed, unknownIqs: await world.phones.unknownIqs(), lines }, world)
}

function killableOf(name: string): Killable {
  const part = killable.find((known) => known === name)
  if (!part) throw new Error(`--kill takes ${killable.join(', ')}`)
  return part
}
