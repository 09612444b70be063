// Chromium for the browser tests: the system's, else Playwright's own, else Debian's package when we may install it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fromRoot } from './paths.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Absolute path of an executable. @throws Error that says what to install. */
export function findOrInstallChromium(): string {
  const found = process.env['CHROMIUM_PATH'] ?? onPath() ?? playwrights()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('installing Chromium …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', 'chromium'], { stdio: 'ignore', env })
  } else {
    spawnSync(process.execPath, [playwrightCli(), 'install', 'chromium'], { stdio: 'inherit' })
  }
  const installed = onPath() ?? playwrights()
  if (!installed) throw new Error('Chromium is needed for the browser tests: install it or set CHROMIUM_PATH.')
  return installed
}

function onPath() {
  const folders = (process.env['PATH'] ?? '').split(':')
  return names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((file) => existsSync(file))
}

const webRequire = createRequire(fromRoot('web/package.json'))
const playwrightCli = () => webRequire.resolve('@playwright/test/cli')

function playwrights() {
  const { chromium } = webRequire('@playwright/test') as { chromium: { executablePath(): string } }
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : undefined
}
