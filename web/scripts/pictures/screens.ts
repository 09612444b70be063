// Every screen with the month of invented work in it, as Helena the administrator sees it: on a phone and at a desk.
import type { Page } from '@playwright/test'
import { untilAtRest, type Size } from './browser.ts'

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
]

interface Walk {
  url: string
  size: Size
  /** One address instead of all. */
  only?: string | undefined
  shoot(page: Page, name: string): Promise<void>
}

export async function walk(page: Page, { url, size, only, shoot }: Walk) {
  for (const path of screens.filter((each) => only === undefined || each === only)) {
    const name = path === '/' ? 'dashboard' : path.slice(1).replaceAll('/', '-')
    await page.goto(url + path)
    await untilAtRest(page, `${name}, ${size}`)
    await shoot(page, name)
  }
  if (only === undefined || only === '/tickets') await conversations(page, { url, size, shoot })
}

/** What stands behind no address: a conversation with its drawer, what waits, the palette and the sheet of keys. */
async function conversations(page: Page, { url, size, shoot }: Walk) {
  const rested = async (name: string) => {
    await untilAtRest(page, `${name}, ${size}`)
    await shoot(page, name)
  }
  await page.goto(`${url}/tickets`)
  await page.getByRole('tab', { name: /^Aguardando/ }).click()
  await rested('tickets-waiting')
  await page.getByRole('tab', { name: 'Resolvidos' }).click()
  const rows = page.getByRole('list', { name: 'Atendimentos' }).getByRole('link')
  await rows.first().waitFor()
  await rested('tickets-closed')
  await rows.first().click()
  await page.getByRole('button', { name: 'Reabrir' }).first().waitFor()
  await rested('conversation')
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  await rested('conversation-details')
  if (size === 'phone') return
  await page.goto(`${url}/tickets`)
  await page.getByRole('tab', { name: 'Resolvidos' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor()
  await rested('keys')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar e comandar' }).fill('bolo')
  await rested('palette')
}
