// The simulation that proves offline-first: a real server, devices with the real sync, random mutations, faults and changes, and
// laws that hold at every moment. `pnpm simulate --seed N --steps M [--clients K]`; a seed makes the same decisions again.
// `--log-from X/Y` plays it where the database has written that much. `pnpm simulate FILE…` runs recorded histories.
// A failure is told with its law, its seed and the shortest history found.
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from 'db/node/postgres/test-postgres.ts'
import { randomHistory, type History } from './history.ts'
import { lsnIn } from '../src/sync/kit/lsn.ts'
import { listenForOnline } from './online.ts'
import { reachText, shortfall, sumOf, type Reach } from './reach.ts'
import { run, type Outcome } from './run.ts'
import { killServers } from './server-process.ts'
import { shrink } from './shrink.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '200' },
    clients: { type: 'string', default: '3' },
    report: { type: 'string' },
    /** Where Postgres' log begins, as X/Y: past 1FFFFF/FF000000 a position is no exact number in JavaScript. */
    'log-from': { type: 'string' },
    'shrink-seconds': { type: 'string', default: '180' },
  },
})
const [seeds, steps, clients] = [integer(values.seeds), integer(values.steps), integer(values.clients)]
const shrinkMs = integer(values['shrink-seconds']) * 1000
/** Everything comes to rest in far less. When looking for a shorter history, less patience finds it sooner. */
const [restMs, impatientRestMs] = [180_000, 15_000]

/** What is found stays when the run's own files are gone. */
const kept = tmpdir()
listenForOnline()
process.on('exit', killServers)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const logFrom = lsnIn(values['log-from'])
const stopPostgres = await startTestPostgres(undefined, { ...(logFrom !== undefined && { logFrom }) })
const result = { passed: 0, failures: [] as string[] }
try {
  for (const file of positionals) await runFile(file)
  if (values.seed !== undefined || positionals.length === 0) await runSeeds(integer(values.seed ?? randomSeed()))
} finally {
  await stopPostgres()
}
if (values.report !== undefined) await writeFile(values.report, JSON.stringify(result))
process.exit(result.failures.length === 0 ? 0 : 1)

async function runSeeds(first: number) {
  const reached: Reach[] = []
  for (let seed = first; seed < first + seeds; seed++) {
    const name = `--seed ${seed} --steps ${steps} --clients ${clients}`
    reached.push(await runOne(name, randomHistory(seed, { steps, clients })))
  }
  const sum = sumOf(reached)
  const wrong = shortfall(sum)
  console.log(`${seeds} seeds: ${reachText(sum)}`)
  if (wrong) result.failures.push(`the histories do too little: ${wrong}`)
}

async function runFile(file: string) {
  await runOne(basename(file, '.json'), JSON.parse(await readFile(file, 'utf8')) as History)
}

async function runOne(name: string, history: History): Promise<Reach> {
  const outcome = await run(history, { restMs })
  if (outcome.broken) {
    result.failures.push(`${name}: ${outcome.broken.law}, ${outcome.broken.message}`)
    await explain(name, history, outcome)
    return outcome.reach
  }
  result.passed++
  console.log(
    `${name}: ${history.steps.length} steps; ${outcome.report.text()}; ${reachText(outcome.reach)}; ${(outcome.ms / 1000).toFixed(1)} s`,
  )
  return outcome.reach
}

function integer(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is no integer`)
  return value
}

function randomSeed() {
  return String(Date.now() % 1_000_000)
}

async function explain(name: string, history: History, { broken, taken, log }: Outcome) {
  console.error(
    `FAILED ${name}: after ${taken} of ${history.steps.length} steps\nlaw: ${broken?.law}\n${broken?.message}`,
  )
  console.error(`last said:\n${log}`)
  const shortest = await shrink({
    history: { ...history, steps: history.steps.slice(0, taken) },
    budgetMs: shrinkMs,
    fails: async (candidate) => (await run(candidate, { restMs: impatientRestMs })).broken?.law === broken?.law,
  })
  const file = join(kept, `balcao-history-${Date.now()}.json`)
  const text = `{\n  "clients": ${shortest.clients},\n  "steps": [\n${shortest.steps.map((step) => `    ${JSON.stringify(step)}`).join(',\n')}\n  ]\n}\n`
  await writeFile(file, text)
  console.error(`shortest: pnpm simulate ${file}\n${text}`)
}
