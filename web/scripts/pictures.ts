// `pnpm pictures [--out FOLDER] [--only PATH] [--url ADDRESS]`: a picture of every screen with the month of invented work in it, as Helena the
// administrator sees it: on a phone and at a desk, light and dark. It starts a demo of its own, in a folder that is thrown away, unless it is
// given the address of one that runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import { findOrInstallChromium } from '../../scripts/browsers/chromium.ts'
import { fromRoot } from '../../scripts/paths.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: fromRoot('.pictures') },
    only: { type: 'string' },
    url: { type: 'string' },
  },
})

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const themes = ['light', 'dark'] as const

/** By address; names of files follow from it. */
const screens = [
  '/tickets',
  '/kanban',
  '/chats',
  '/quick-messages',
  '/schedules',
  '/contacts',
  '/tags',
  '/todolist',
  '/helps',
  '/',
  '/connections',
  '/queues',
  '/users',
  '/files',
  '/queue-integration',
  '/webhooks',
  '/campaigns',
  '/contact-lists',
  '/prompts',
  '/messages-api',
  '/settings',
  '/settings/hours',
  '/financeiro',
  '/announcements',
  '/notifications',
  '/contacts/new',
].filter((path) => values.only === undefined || path === values.only)

const demo = values.url === undefined ? await startDemo() : null
const url = values.url ?? demo?.url ?? ''
let code = 0
try {
  await mkdir(values.out, { recursive: true })
  const browser = await chromium.launch({ executablePath: findOrInstallChromium() })
  for (const size of ['desk', 'phone'] as const) await picturesAt(browser, size)
  await browser.close()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  code = 1
}
await demo?.stop()
process.exit(code)

async function picturesAt(browser: Browser, size: keyof typeof sizes) {
  const touch = size === 'phone'
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    hasTouch: touch,
    isMobile: touch,
  })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill('helena@aurora.example')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: /Tudo sincronizado/ }).waitFor({ timeout: 120_000 })
  for (const path of screens) {
    await page.goto(url + path)
    await shoot(page, size, path === '/' ? 'dashboard' : path.slice(1).replaceAll('/', '-'))
  }
  if (values.only === undefined || values.only === '/tickets') await conversations(page, size)
  await context.close()
}

/** What stands behind no address: a conversation with its drawer, what waits, the palette and the sheet of keys. */
async function conversations(page: Page, size: keyof typeof sizes) {
  await page.goto(`${url}/tickets`)
  await page.getByRole('tab', { name: /^Aguardando/ }).click()
  await shoot(page, size, 'tickets-waiting')
  await page.getByRole('tab', { name: 'Resolvidos' }).click()
  const rows = page.getByRole('list', { name: 'Atendimentos' }).getByRole('link')
  await rows.first().waitFor()
  await shoot(page, size, 'tickets-closed')
  await rows.first().click()
  await page.getByRole('button', { name: 'Reabrir' }).first().waitFor()
  await shoot(page, size, 'conversation')
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  await shoot(page, size, 'conversation-details')
  if (size === 'phone') return
  await page.goto(`${url}/tickets`)
  await page.getByRole('tab', { name: 'Resolvidos' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
  await shoot(page, size, 'keys')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('bolo')
  await shoot(page, size, 'palette')
}

async function shoot(page: Page, size: keyof typeof sizes, name: string) {
  // What is read of the local database, and pictures, come a moment after the frame.
  await page
    .getByRole('button', { name: /Tudo sincronizado/ })
    .waitFor({ timeout: 20_000 })
    .catch(() => console.warn(`${name}, ${size}: not in sync`))
  await page.waitForTimeout(400)
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(values.out, `${name}.${size}.${theme}.png`), animations: 'disabled' })
  }
  console.log(`${name}, ${size}`)
}

/** The product as `npm start` starts it, with its month of work. */
async function startDemo() {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-pictures-'))
  const [port, simulatorPort] = [process.env['PORT'] ?? '8887', process.env['SIMULATOR_PORT'] ?? '8890']
  const env = { ...process.env, BALCAO_DATA: folder, PORT: port, SIMULATOR_PORT: simulatorPort }
  const product = spawn(process.execPath, [fromRoot('scripts/start.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(product, 'exit')
  let told = ''
  await new Promise<void>((resolve, reject) => {
    product.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      if (told.includes('Balcão está em')) resolve()
    })
    product.on('exit', () => reject(new Error(`The demo did not start:\n${told}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      product.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
