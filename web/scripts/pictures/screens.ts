// Every screen with the month of invented work in it, as Helena the administrator sees it, and what only who runs the installation sees:
// on a phone and at a desk.
import type { Page } from '@playwright/test'
import { untilAtRest, type Size } from './browser.ts'

/** By address; names of files follow from it. */
const adminScreens: readonly string[] = [
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
  '/settings/privacy',
  '/settings/storage',
  '/campaigns-config',
  '/opt-outs',
  '/audit',
  '/security',
  '/subscription',
  '/financeiro',
  '/notifications',
  '/contacts/new',
]
const superScreens: readonly string[] = ['/announcements', '/settings/companies', '/settings/plans']

/** Who sees which. */
export const people = [
  { email: 'helena@aurora.example', screens: adminScreens },
  { email: 'super@balcao.example', screens: superScreens },
] as const

interface Walk {
  url: string
  screens: readonly string[]
  size: Size
  shoot(page: Page, name: string): Promise<void>
}

/** @throws Error where an address leads elsewhere: its picture would be another screen's */
export async function walk(page: Page, { url, screens, size, shoot }: Walk) {
  for (const path of screens) {
    const name = path === '/' ? 'dashboard' : path.slice(1).replaceAll('/', '-')
    await page.goto(url + path)
    await untilAtRest(page, `${name}, ${size}`)
    const { pathname } = new URL(page.url())
    if (pathname !== path) throw new Error(`${path} leads to ${pathname}`)
    await shoot(page, name)
  }
  if (screens.includes('/tickets')) await conversations(page, { url, size, shoot })
}

/** What stands behind no address: a conversation with its drawer, what waits, the palette and the sheet of keys. */
async function conversations(page: Page, { url, size, shoot }: Omit<Walk, 'screens'>) {
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
