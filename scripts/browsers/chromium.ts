// Chromium for the browser tests: the system's, else Playwright's own, else Debian's package when we may install it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { canInstall, install, onPath } from './packages.ts'
import { fromRoot } from '../paths.ts'

/** Absolute path of an executable. @throws Error that says what to install. */
export function findOrInstallChromium(): string {
  const found = process.env['CHROMIUM_PATH'] ?? find()
  if (found) return found
  if (canInstall()) install('chromium')
  else spawnSync(process.execPath, [playwrightCli(), 'install', 'chromium'], { stdio: 'inherit' })
  const installed = find()
  if (!installed) throw new Error('Chromium is needed for the browser tests: install it or set CHROMIUM_PATH.')
  return installed
}

const find = () => onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ?? playwrights()

const webRequire = createRequire(fromRoot('web/package.json'))
const playwrightCli = () => webRequire.resolve('@playwright/test/cli')

function playwrights() {
  const { chromium } = webRequire('@playwright/test') as { chromium: { executablePath(): string } }
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : undefined
}
