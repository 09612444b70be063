// Which of the other engines are here. scripts/browsers/engines.ts tries to install them and says which are not.
import { existsSync } from 'node:fs'
import type { Engine } from './browser.ts'
import { firefox } from './puppeteer.ts'
import { webkit } from './webkit.ts'

const files = {
  firefox: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  webkitDriver: process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver',
  xvfb: process.env['XVFB_PATH'] ?? '/usr/bin/Xvfb',
}

export const engines: readonly Engine[] = [
  ...(existsSync(files.firefox) ? [firefox(files.firefox)] : []),
  ...(existsSync(files.webkitDriver) && existsSync(files.xvfb) ? [webkit(files.webkitDriver, files.xvfb)] : []),
]
