// A new version of the app arrives while people work: it is offered, takes over in all tabs when they agree, and nothing is lost.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test, type Stack } from './stack.ts'

test.use({ ownBuild: true })

/** As a deployment does it: another page, another list of files in the service worker. */
async function deploy({ webRoot }: Stack, name: string) {
  const [page, worker] = [join(webRoot, 'index.html'), join(webRoot, 'sw.js')]
  await writeFile(page, (await readFile(page, 'utf8')).replace(/(web-app-title" content=")[^"]*/, `$1${name}`))
  const text = await readFile(worker, 'utf8')
  const changed = text.replace(
    /(["']?url["']?:["']index\.html["'],["']?revision["']?:["'])\w+|(["']?revision["']?:["'])\w+(?=["'],["']?url["']?:["']index\.html)/,
    `$1$2${Date.now()}`,
  )
  expect(changed, 'index.html is in the precache').not.toBe(text)
  await writeFile(worker, changed)
  for (const file of [page, worker]) await rm(`${file}.br`, { force: true })
}

/** What tells the pages apart; the title says what is unread. */
const versionOf = (page: Page) => page.locator('meta[name=apple-mobile-web-app-title]')

test('a new version is offered; agreeing brings it to all tabs, and what waited is sent', async ({ stack }) => {
  const page = await stack.person('helena@aurora.example')
  const context = page.context()
  await page.getByRole('link', { name: 'Filas' }).click()
  await expect(page.getByText('Vendas').first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  const other = await context.newPage()
  await other.goto(`${stack.url}/tickets`)
  await expect(other.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()

  await deploy(stack, 'Balcão 2')
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect(page.getByText('Há uma nova versão do Balcão.')).toBeVisible()
  await expect(versionOf(page)).toHaveAttribute('content', 'Balcão')

  stack.cable.pull()
  await context.setOffline(true)
  await page.goto(`${stack.url}/queues/new`)
  await page.getByLabel('Nome').fill('Encomendas')
  await page.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Olá! É uma encomenda?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /Offline · 1/ })).toBeVisible()

  await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage('skip-waiting'),
  )
  await expect(versionOf(page)).toHaveAttribute('content', 'Balcão 2')
  await expect(versionOf(other)).toHaveAttribute('content', 'Balcão 2')
  await page.goto(`${stack.url}/tickets`)
  await expect(page.getByRole('button', { name: /Offline · 1/ })).toBeVisible()

  stack.cable.plug()
  await context.setOffline(false)
  await expect.poll(async () => (await stack.sql`select name from queues where name = 'Encomendas'`).length).toBe(1)
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
})
