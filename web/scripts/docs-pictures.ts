// `pnpm docs:pictures`: the pictures of the user's guide, taken of the running demo with its month, so that they never age. The app has to be built.
import { chromium, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findOrInstallChromium } from '../../scripts/chromium.ts'
import { fromRoot } from '../../scripts/paths.ts'

const pictures = fromRoot('docs/guia/imagens')

/** By the file's name: where it is, and what has to be on the screen first. */
const shots: readonly { name: string; path: string; ready(page: Page): Promise<unknown> }[] = [
  { name: 'atendimentos', path: '/tickets', ready: openTicket },
  { name: 'conversa', path: '/tickets', ready: openOther },
  { name: 'mensagens-rapidas', path: '/quick-messages', ready: title('Mensagens rápidas') },
  { name: 'filas', path: '/queues', ready: title('Filas') },
  { name: 'kanban', path: '/kanban', ready: title('Kanban') },
  { name: 'conexoes', path: '/connections', ready: title('Conexões') },
  { name: 'dashboard', path: '/', ready: title('Dashboard') },
]

function title(name: string) {
  return (page: Page) => page.getByRole('heading', { name, exact: true }).first().waitFor()
}

async function openTicket(page: Page) {
  await page.getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('textbox', { name: 'Mensagem' }).waitFor()
}

async function openOther(page: Page) {
  await page.getByRole('listitem').getByRole('link').nth(3).click()
  await page.getByRole('textbox', { name: 'Mensagem' }).waitFor()
}

const folder = await mkdtemp(join(tmpdir(), 'balcao-pictures-'))
const port = await freePort()
const env = {
  ...process.env,
  BALCAO_DATA: join(folder, 'data'),
  PORT: `${port}`,
  SIMULATOR_PORT: `${await freePort()}`,
}
const product = spawn(process.execPath, ['scripts/start.ts'], {
  cwd: fromRoot('.'),
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  for await (const line of createInterface(product.stdout)) if (line.includes('Balcão está em')) break
  product.stdout.resume()
  await takeAll(`http://127.0.0.1:${port}`)
} finally {
  product.kill('SIGINT')
  await once(product, 'exit')
  await rm(folder, { recursive: true })
}

async function takeAll(url: string) {
  const browser = await chromium.launch({ executablePath: findOrInstallChromium() })
  const context = await browser.newContext({
    viewport: { width: 1280, height: 760 },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Entrar como Helena, administradora' }).click()
  await page.getByRole('button', { name: 'Fechar o guia' }).click()
  await page.goto(`${url}/tickets`)
  await page.getByRole('listitem').nth(5).waitFor({ timeout: 120_000 })
  for (const { name, path, ready } of shots) {
    await page.goto(`${url}${path}`)
    await ready(page)
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
    console.log(`docs/guia/imagens/${name}.png`)
  }
  await browser.close()
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  return free
}
