// All tests: static checks, unit and integration (vitest), the shape engine's consistency, the simulation of devices, the soak of WhatsApp traffic, the built app in Chromium (Playwright). Ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { findOrInstallChromium } from './chromium.ts'
import { fromRoot } from './paths.ts'

interface Count {
  passed: number
  failed: number
}

const reports = mkdtempSync(join(tmpdir(), 'balcao-reports-'))
const counts: Count[] = [staticChecks(), vitest(), shapesCheck(), simulation(), soak(), await playwright()]
rmSync(reports, { recursive: true, force: true })

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function run(command: string, args: string[], env: Record<string, string> = {}, cwd = fromRoot('.')) {
  return spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
}

function staticChecks(): Count {
  const ok = run('pnpm', ['run', 'check:static'])
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** A runner that broke without a report is one failure, never none. */
function counted<Report>(ok: boolean, file: string, read: (report: Report) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')))
    return ok || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function vitest(): Count {
  const file = join(reports, 'vitest.json')
  const ok = run(fromRoot('node_modules/.bin/vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return counted(ok, file, (report: { numPassedTests: number; numFailedTests: number }) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }))
}

/** A short run with a fixed seed; any other by hand. */
function shapesCheck(): Count {
  const ok = run(process.execPath, [fromRoot('sync-server/check/main.ts'), '--seed', '1', '--rounds', '6'])
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Fixed seeds, and the recorded histories by their names; one test each. */
function simulation(): Count {
  const file = join(reports, 'simulate.json')
  const folder = fromRoot('web/simulate/histories')
  const histories = readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
  const seeds = ['--seed', '1', '--seeds', '3', '--steps', '120']
  const ok = run(process.execPath, [fromRoot('web/simulate/main.ts'), ...seeds, '--report', file, ...histories])
  return counted(ok, file, (count: Count) => count)
}

/** Half a minute with a kill -9 of each part. */
function soak(): Count {
  const settings = ['--minutes', '0.5', '--kill', 'worker,server,postgres', '--seed', '2']
  const ok = run(process.execPath, [fromRoot('whatsapp-worker/soak/main.ts'), ...settings])
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'playwright.json')
  const cli = createRequire(fromRoot('web/package.json')).resolve('@playwright/test/cli')
  await buildWeb()
  const env = { CHROMIUM_PATH: findOrInstallChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const ok = run(process.execPath, [cli, 'test', '--reporter=list,json'], env, fromRoot('web'))
  if (!ok) printScreens(fromRoot('web/test-results'))
  return counted(ok, file, ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }))
}

/** What the pages of failed tests showed: where only the output is left, it is all there is to go by. */
function printScreens(results: string) {
  for (const file of globSync(join(results, '*', 'error-context.md'))) {
    const screens = readFileSync(file, 'utf8').matchAll(/```yaml\n(.*?)```/gs)
    console.log([file, ...[...screens].map(([, screen]) => screen)].join('\n'))
  }
}
