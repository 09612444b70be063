// Hostile requests against everything that is served, as people of one company beside another: `pnpm fuzz --seed N --minutes M`. No answer is a
// failure of the server, none has a word of the other company's, and none of its rows changes. A seed draws the same requests again; a failure
// prints its seed and round, and `--round` runs that one alone. Beside them: gates, and bodies that never end.
import { parseArgs } from 'node:util'
import { startTestPostgres } from 'db/node/postgres/test-postgres.ts'
import { attackWithBodies } from './bodies.ts'
import { assertGates } from './gates.ts'
import { Report } from './report.ts'
import { runRound } from './round.ts'
import { subjectsOf } from './subjects.ts'
import { startWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '1' },
    round: { type: 'string' },
  },
})
const [seed, minutes] = [Number(values.seed), Number(values.minutes)]
if (!Number.isSafeInteger(seed) || !(minutes > 0)) throw new Error('--seed takes an integer, --minutes a number')
const onlyRound = values.round === undefined ? null : Number(values.round)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
let round = onlyRound ?? 0
const fail = (error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  console.error(`FAILED\n${text}\nagain: pnpm fuzz --seed ${seed} --round ${round}`)
  process.exitCode = 1
}
const stopPostgres = await startTestPostgres()
const world = await startWorld()
// Nobody awaited it: the server would have ended.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    fail(error)
    process.exit(1)
  })
const subjects = subjectsOf(world.api.routes)
const report = new Report()
const beside =
  onlyRound === null
    ? Promise.all([
        assertGates(world.api.routes, seed).then((runs) => `gates: ${runs} requests`),
        attackWithBodies(world, seed),
      ]).catch((error: unknown) => (fail(error), []))
    : Promise.resolve([])
const until = performance.now() + minutes * 60_000
for (; performance.now() < until; round++) {
  const within = Math.max(until - performance.now(), 1000)
  // What fails in one round does not hide what the next one finds.
  await runRound(world, subjects, report, { seed: (seed * 1_000_003 + round) | 0, within }).catch(fail)
  if (onlyRound !== null) break
  await world.renew()
}
const hidden = report.hidden()
if (hidden.length > 0) fail(`hidden by limits: ${hidden.join(', ')}`)
console.log(`fuzz --seed ${seed}: ${report.text(subjects.length)}`)
for (const line of await beside) console.log(line)
await world.stop()
await stopPostgres()
process.exit()
