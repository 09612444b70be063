// The simulation that proves offline-first: a real server, devices with the real sync, random mutations, faults and changes, and
// laws that hold at every moment. `pnpm simulate --seed N --steps M [--clients K]`; a seed makes the same decisions again.
// `--history FILE…` runs recorded histories. A failure ends with the seed, the law, and the shortest history found.
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from 'db/node/test-postgres.ts'
import { assertCallsComplete } from './arguments.ts'
import { randomHistory, type History } from './history.ts'
import { listenForOnline } from './online.ts'
import { run, type Outcome } from './run.ts'
import { killServers } from './server-process.ts'
import { shrink } from './shrink.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '200' },
    clients: { type: 'string', default: '3' },
    history: { type: 'boolean', default: false },
    'shrink-seconds': { type: 'string', default: '180' },
  },
})
const integer = (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is no integer`)
  return value
}
const [seed, seeds, steps, clients] = [values.seed, values.seeds, values.steps, values.clients].map(integer) as [
  number,
  number,
  number,
  number,
]
const shrinkMs = integer(values['shrink-seconds']) * 1000
/** Everything comes to rest in far less. When looking for a shorter history, less patience finds it sooner. */
const [restMs, impatientRestMs] = [60_000, 15_000]

assertCallsComplete()
listenForOnline()
process.on('exit', killServers)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const stopPostgres = await startTestPostgres()
let failed = true
try {
  failed = values.history ? await runFiles(positionals) : await runSeeds()
} finally {
  await stopPostgres()
}
process.exit(failed ? 1 : 0)

async function runSeeds(): Promise<boolean> {
  for (let current = seed; current < seed + seeds; current++) {
    const name = `--seed ${current} --steps ${steps} --clients ${clients}`
    if (await fails(name, randomHistory(current, { steps, clients }))) return true
  }
  return false
}

async function runFiles(files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    const history = JSON.parse(await readFile(file, 'utf8')) as History
    if (await fails(basename(file, '.json'), history)) return true
  }
  return false
}

async function fails(name: string, history: History): Promise<boolean> {
  const outcome = await run(history, { restMs })
  if (!outcome.broken) {
    console.log(`${name}: ${history.steps.length} steps; ${outcome.report.text()}; ${seconds(outcome)}`)
    return false
  }
  await explain(name, history, outcome)
  return true
}

async function explain(name: string, history: History, { broken, taken, log }: Outcome) {
  console.error(
    `FAILED ${name}, after ${taken} of ${history.steps.length} steps\nlaw: ${broken?.law}\n${broken?.message}`,
  )
  console.error(`last said:\n${log}`)
  const shortest = await shrink({
    history: { ...history, steps: history.steps.slice(0, taken) },
    budgetMs: shrinkMs,
    fails: async (candidate) => (await run(candidate, { restMs: impatientRestMs })).broken?.law === broken?.law,
  })
  const file = join(tmpdir(), `balcao-history-${Date.now()}.json`)
  const text = `{\n  "clients": ${shortest.clients},\n  "steps": [\n${shortest.steps.map((step) => `    ${JSON.stringify(step)}`).join(',\n')}\n  ]\n}\n`
  await writeFile(file, text)
  console.error(`again: pnpm simulate ${name}\nshortest: pnpm simulate --history ${file}\n${text}`)
}

function seconds({ ms }: Outcome) {
  return `${(ms / 1000).toFixed(1)} s`
}
