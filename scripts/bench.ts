// `pnpm bench [FILE]`: builds the app when needed and prints the figures that web/bench measures.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { buildWeb } from './build-web.ts'
import { findOrInstallChromium } from './browsers/chromium.ts'
import { findOrInstallEngines } from './browsers/engines.ts'
import { fromRoot } from './paths.ts'

await buildWeb()
const cli = createRequire(fromRoot('web/package.json')).resolve('@playwright/test/cli')
const { status } = spawnSync(
  process.execPath,
  [cli, 'test', '--config', 'playwright.bench.config.ts', ...process.argv.slice(2)],
  {
    cwd: fromRoot('web'),
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: findOrInstallChromium(), ...findOrInstallEngines() },
  },
)
process.exitCode = status ?? 1
