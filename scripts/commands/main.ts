// `pnpm commands:check [--only TEXT]`: each command of README's table as an operator types it, with the demo's month in it, within its time. Part of `test:long`.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../../db/src/node/connect.ts'
import { fixedPorts } from '../../db/src/node/fixed-ports.ts'
import { createDatabase, startEmbeddedPostgres } from '../../db/src/node/postgres/embedded-postgres.ts'
import { statementsOf } from '../../whatsapp-worker/src/whaticket/test-old-database.ts'
import { saas } from '../../whatsapp-worker/src/whaticket/test-old-service.ts'
import { fromRoot } from '../paths.ts'
import { app, made, trials, type Trial, type World } from './table.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const tailLength = 3000
const folder = mkdtempSync(join(tmpdir(), 'balcao-commands-'))
// Postgres may run as another user.
chmodSync(folder, 0o755)
const dataFolder = join(folder, 'data')

/** A command and all that it started, which is a group of its own. */
const groups = new Set<ChildProcess>()
const signal = ({ pid }: ChildProcess, name: NodeJS.Signals) => {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // It has ended.
  }
}
process.on('exit', () => {
  for (const child of groups) signal(child, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => process.exit(130))

const [port = 0, simulatorPort = 0] = await fixedPorts(2)
const installation = {
  BALCAO_DATA: dataFolder,
  PORT: String(port),
  SIMULATOR_PORT: String(simulatorPort),
}

interface Running {
  child: ChildProcess
  printed(): string
  ended: Promise<number | null>
}

function start([command = '', ...args]: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawn(command, args, {
    cwd: fromRoot('.'),
    env: { ...process.env, ...installation, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  groups.add(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      child.emit('printed')
    })
  const ended = once(child, 'close').then(([code]) => {
    groups.delete(child)
    child.emit('printed')
    return code as number | null
  })
  return { child, printed: () => printed, ended }
}

const problem = (why: string, { printed }: Running) => new Error(`${why}\n${printed().slice(-tailLength)}`)

/** @throws Error when `minutes` have passed before */
async function within<T>(minutes: number, running: Running, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      signal(running.child, 'SIGKILL')
      reject(problem(`took longer than ${minutes} minutes`, running))
    }, minutes * 60_000)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}

/** Resolves once something that was printed matches. @throws Error when it ends before */
const printing = (running: Running, wanted: RegExp) =>
  new Promise<void>((resolve, reject) => {
    const look = () => {
      if (wanted.test(running.printed())) resolve()
      else if (!groups.has(running.child)) reject(problem(`ended without ${wanted}`, running))
    }
    running.child.on('printed', look)
    look()
  })

type Staying = Extract<Trial, { command: unknown }>
type Ending = Extract<Trial, { script: unknown }>

async function runEnding(trial: Ending, world: World) {
  const running = start(['pnpm', 'run', trial.script, ...(trial.args?.(world) ?? [])], trial.env?.(world))
  const code = await within(trial.minutes, running, running.ended)
  if (code !== 0) throw problem(`ended with ${code}`, running)
  if (!trial.shows.test(running.printed())) throw problem(`did not show ${trial.shows}`, running)
}

async function runStaying(trial: Staying, world: World, beside: () => Promise<void>) {
  const running = start(trial.command, trial.env?.(world))
  await within(trial.minutes, running, printing(running, trial.ready))
  const found = await within(trial.minutes, running, trial.finds(world, running.printed()))
  if (!found) throw problem('does not serve what it should', running)
  await beside()
  // As Ctrl-C in a terminal, which reaches all of them.
  signal(running.child, 'SIGINT')
  await within(2, running, running.ended)
}

const failures: string[] = []

async function tried(name: string, run: () => Promise<void>) {
  const begun = performance.now()
  const took = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
  try {
    await run()
    console.log(`${name}: ${took()}`)
  } catch (error) {
    failures.push(name)
    console.log(`FAILED ${name}, ${took()}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The databases are there once the app runs: its own, and beside it an old one of somebody else's. */
async function databases(): Promise<Pick<World, 'databaseUrl' | 'oldDatabaseUrl'>> {
  const server = await startEmbeddedPostgres(join(dataFolder, 'postgres'))
  await createDatabase(server, 'whaticket')
  const oldDatabaseUrl = server.url('whaticket')
  const old = connect(oldDatabaseUrl, { max: 1 })
  for (const statement of statementsOf(saas(), 'postgres')) await old.sql.unsafe(statement)
  await old.end()
  return { databaseUrl: server.url('balcao'), oldDatabaseUrl }
}

const isBeside = (trial: Trial) => ('script' in trial && trial.beside === true) || ('command' in trial && !trial.isApp)
const all = Object.entries(trials)
const besides = all.filter(([, trial]) => isBeside(trial))
const isNamed = ([name]: [string, Trial]) => values.only === undefined || name.includes(values.only)

/** What is asked for, what makes the installation, and the app where something is to run beside it. */
const isNeeded = (entry: [string, Trial]) =>
  isNamed(entry) || entry[0] === made || (entry[0] === app && besides.some(isNamed))

const runBeside = async (world: World) => {
  const wanted = besides.filter(isNamed)
  if (wanted.length === 0) return
  const filled = { ...world, ...(await databases()) }
  for (const [name, trial] of wanted) await tried(name, () => runTrial(trial, filled))
}

async function runTrial(trial: Trial, world: World, beside = async () => {}) {
  if ('script' in trial) await runEnding(trial, world)
  else if ('command' in trial) await runStaying(trial, world, beside)
}

const world: World = { folder, address: `http://127.0.0.1:${port}`, databaseUrl: '', oldDatabaseUrl: '' }
for (const [name, trial] of all.filter((entry) => !isBeside(entry[1]) && isNeeded(entry))) {
  if ('because' in trial) console.log(`${name}: not here, it ${trial.because}`)
  else await tried(name, () => runTrial(trial, world, name === app ? () => runBeside(world) : undefined))
}
console.log(failures.length === 0 ? 'All commands do what README says.' : `FAILED: ${failures.join('; ')}`)
process.exit(failures.length === 0 ? 0 : 1)
