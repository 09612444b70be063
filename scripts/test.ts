// All tests: static checks, unit and integration (vitest), hostile requests, the shape engine's consistency, the simulation of devices, the soak of WhatsApp traffic, the same over several servers and engines, campaigns under kill -9, the built app in Chromium (Playwright) and its spine in Firefox and WebKit. Ends with where the time went,
// the ten slowest tests, and `N passed, N failed`. With `--long` only what finds the more the longer it looks, for longer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useMemoryFolder } from '../db/src/node/testing/memory-folder.ts'
import { buildWeb } from './build-web.ts'
import { findOrInstallChromium } from './browsers/chromium.ts'
import { findOrInstallEngines } from './browsers/engines.ts'
import { fromRoot } from './paths.ts'

/** Characters of an output that say why it failed. */
const tailLength = 4000

interface Result {
  passed: number
  /** What each failed test is called and said: at the end of a long output it is what somebody looks for. */
  failures: string[]
  /** How long each test took, where its runner says so. */
  took?: Took[]
}

interface Took {
  name: string
  seconds: number
}

const leaveMemory = useMemoryFolder()
// Servers and workers are killed and started a hundred times: TypeScript is stripped and compiled once.
process.env['NODE_COMPILE_CACHE'] ??= fromRoot('node_modules/.cache/node')
const reports = mkdtempSync(join(tmpdir(), 'balcao-reports-'))
const isLong = process.argv.includes('--long')
/** Arguments for the lengths of the runs with fixed seeds; any other length or seed is run by hand. */
const length = isLong
  ? { rounds: '24', moves: '24', fuzz: '3', seeds: '6', steps: '600', soak: '3', topology: '4', people: '1000' }
  : { rounds: '6', moves: '3', fuzz: '0.33', seeds: '3', steps: '120', soak: '0.5', topology: '0.3', people: '24' }

const begun = performance.now()
const parts: Took[] = []
const lasting = [
  () => timed('consistency of shapes', () => step('shapes:check', '--seed', '1', '--rounds', length.rounds)),
  () =>
    timed('consistency over engines', () =>
      step('shapes:check', '--engines', '2', '--seed', '7', '--rounds', length.moves),
    ),
  () => timed('hostile requests', () => step('fuzz', '--seed', '1', '--minutes', length.fuzz)),
  () => timed('simulation', simulation),
  // With a kill -9 of each part.
  () => timed('soak', () => step('soak', '--minutes', length.soak, '--kill', 'worker,server,postgres', '--seed', '2')),
  // With that of an engine, a server and a worker first.
  () => timed('several machines', () => step('topology', '--minutes', length.topology, '--seed', '511')),
  () => timed('campaigns', () => step('campaign:check', '--people', length.people, '--seed', '1')),
]
/** A thousand companies that pay for two years, and histories of what is paid, set and taken back. */
const billing = async (): Promise<Result> => {
  const files = ['db/src/billing/billing.test.ts', 'sync-server/src/office/money.test.ts']
  const args = ['run', ...files, '--testNamePattern', 'two years|whatever happens']
  const { ok, tail } = await run(fromRoot('node_modules/.bin/vitest'), args, {
    BILLING_COMPANIES: '1000',
    MONEY_RUNS: '150',
  })
  return ok ? { passed: 1, failures: [] } : { passed: 0, failures: [`billing\n${tail}`] }
}
/** Built without a registry of images, and run as compose.yaml runs it. */
const image = () => step('image:check')
/** Each that README names, with the demo's month in it. */
const commands = () => step('commands:check')
/** Every screen beside its reference. */
const pictures = () => step('pictures', '--compare')
// What lasts waits more than it works: it goes on beside vitest, and beside the browsers when that is done.
const results: Result[] = isLong
  ? await inOrder([
      ...lasting,
      () => timed('billing', billing),
      () => timed('pictures', pictures),
      () => timed('image', image),
      () => timed('commands', commands),
    ])
  : [
      await timed('static checks', () => step('check:static')),
      ...(
        await Promise.all([
          inOrder(lasting),
          inOrder([
            () => timed('vitest', vitest),
            () => timed('build of the app', build),
            () => timed('browsers', playwright),
          ]),
        ])
      ).flat(),
    ]
rmSync(reports, { recursive: true, force: true })
leaveMemory()

const failures = results.flatMap((result) => result.failures)
for (const failure of failures) console.log(`FAILED ${failure}\n`)
console.log(`Where the time went, ${inSeconds((performance.now() - begun) / 1000)} in all:`)
for (const { name, seconds } of slowestFirst(parts)) console.log(`  ${inSeconds(seconds)}  ${name}`)
console.log('The ten slowest tests:')
for (const { name, seconds } of slowestFirst(results.flatMap(({ took = [] }) => took)).slice(0, 10))
  console.log(`  ${inSeconds(seconds)}  ${name}`)
console.log(`${results.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

async function inOrder(all: readonly (() => Promise<Result>)[]) {
  const done: Result[] = []
  for (const part of all) done.push(await part())
  return done
}

async function timed(name: string, part: () => Promise<Result>) {
  const start = performance.now()
  const result = await part()
  parts.push({ name, seconds: (performance.now() - start) / 1000 })
  return result
}

function slowestFirst(took: Took[]) {
  return took.toSorted((one, other) => other.seconds - one.seconds)
}

function inSeconds(seconds: number) {
  return `${seconds.toFixed(1).padStart(6)} s`
}

interface Run {
  ok: boolean
  /** The last lines that it printed. */
  tail: string
}

async function run(command: string, args: string[], env: Record<string, string> = {}, cwd = fromRoot('.')) {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let tail = ''
  const relay = (output: NodeJS.WriteStream) => (chunk: Buffer) => {
    output.write(chunk)
    tail = (tail + chunk.toString()).slice(-tailLength)
  }
  child.stdout.on('data', relay(process.stdout))
  child.stderr.on('data', relay(process.stderr))
  const [code] = await once(child, 'close')
  return { ok: code === 0, tail }
}

/** A script that is one test. */
async function step(script: string, ...settings: string[]): Promise<Result> {
  const { ok, tail } = await run('pnpm', ['run', script, ...settings])
  return ok ? { passed: 1, failures: [] } : { passed: 0, failures: [`${script}\n${tail}`] }
}

/** A runner that broke without a report of failed tests is one failure, never none. */
function reported<Report>(name: string, { ok, tail }: Run, file: string, read: (report: Report) => Result): Result {
  const broke = `${name}\n${tail}`
  try {
    const result = read(JSON.parse(readFileSync(file, 'utf8')))
    return ok || result.failures.length > 0 ? result : { ...result, failures: [broke] }
  } catch {
    return { passed: 0, failures: [broke] }
  }
}

interface VitestReport {
  numPassedTests: number
  testResults: { assertionResults: VitestResult[] }[]
}

interface VitestResult {
  status: string
  fullName: string
  failureMessages: string[]
  /** Milliseconds; a skipped one has none. */
  duration?: number
}

async function vitest(): Promise<Result> {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ran = await run(fromRoot('node_modules/.bin/vitest'), ['run', ...reporters])
  return reported('vitest', ran, file, ({ numPassedTests, testResults }: VitestReport) => {
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    return {
      passed: numPassedTests,
      failures: tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n').slice(0, tailLength)),
      took: tests.map(({ fullName, duration = 0 }) => ({ name: fullName, seconds: duration / 1000 })),
    }
  })
}

/** Fixed seeds, and the recorded histories by their names; one test each. */
async function simulation(): Promise<Result> {
  const file = join(reports, 'simulate.json')
  const folder = fromRoot('web/simulate/histories')
  const histories = readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
  const seeds = ['--seed', '1', '--seeds', length.seeds, '--steps', length.steps]
  const args = [fromRoot('web/simulate/main.ts'), ...seeds, '--report', file, ...histories]
  return reported('simulate', await run(process.execPath, args), file, (result: Result) => result)
}

async function build(): Promise<Result> {
  await buildWeb()
  return { passed: 0, failures: [] }
}

interface BrowserSuite {
  specs: BrowserSpec[]
  suites?: BrowserSuite[]
}

interface BrowserSpec {
  file: string
  title: string
  ok: boolean
  tests: { results: BrowserResult[] }[]
}

interface BrowserResult {
  /** Milliseconds. */
  duration: number
  errors: { message: string }[]
  attachments: { name: string; path: string }[]
}

async function playwright(): Promise<Result> {
  const file = join(reports, 'playwright.json')
  const cli = createRequire(fromRoot('web/package.json')).resolve('@playwright/test/cli')
  const browsers = { CHROMIUM_PATH: findOrInstallChromium(), ...findOrInstallEngines() }
  const env = { ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const ran = await run(process.execPath, [cli, 'test', '--reporter=list,json'], env, fromRoot('web'))
  return reported(
    'playwright',
    ran,
    file,
    ({ stats, suites }: { stats: { expected: number }; suites: BrowserSuite[] }) => {
      const specs = suites.flatMap(specsOf)
      return {
        passed: stats.expected,
        failures: specs.filter(({ ok }) => !ok).map(browserFailure),
        took: specs.map(browserTook),
      }
    },
  )
}

function specsOf({ specs, suites = [] }: BrowserSuite): BrowserSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function browserTook({ file, title, tests }: BrowserSpec): Took {
  const durations = tests.flatMap(({ results: attempts }) => attempts.map(({ duration }) => duration))
  return { name: `${file} › ${title}`, seconds: durations.reduce((sum, each) => sum + each, 0) / 1000 }
}

/** With what the pages showed: where only the output is left, it is all there is to go by. */
function browserFailure({ file, title, tests }: BrowserSpec) {
  const attempts = tests.flatMap((each) => each.results)
  const messages = attempts.flatMap(({ errors }) => errors.map(({ message }) => message))
  const screens = attempts
    .flatMap(({ attachments }) => attachments)
    .filter(({ name }) => name === 'error-context')
    .map(({ path }) => /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1])
  return [`${file} › ${title}`, ...messages, ...screens].join('\n')
}
