// The dashboard: for whom it is, what it says now and of some days, the tickets behind its figures, and what is left of it without network.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addTickets } from './add-tickets.ts'
import { pill } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const main = (page: Page) => page.getByRole('main')
/** In the drawer. */
const link = (page: Page) => page.getByRole('link', { name: 'Dashboard', exact: true })

/** One waits, one is attended to, two were closed, one of them with a rating. */
async function fill(stack: Stack) {
  await addTickets(stack, [
    { name: 'Ana Espera', body: 'Tem alguém?', status: 'pending', user: null },
    { name: 'Bruno Fala', body: 'Oi' },
    { name: 'Carla Foi', body: 'Obrigada', status: 'pending', user: null },
    { name: 'Davi Foi', body: 'Valeu', status: 'pending', user: null },
  ])
  const finish = (name: string) => stack.sql`
    update tickets t set status = 'closed', closed_at = now(), user_id = u.id from contacts c, users u
    where c.id = t.contact_id and c.name = ${name} and u.email = 'rafael@aurora.example'`
  await finish('Carla Foi')
  await finish('Davi Foi')
  await stack.sql`
    update ticket_cycles y set rating = 3 from contacts c where c.id = y.contact_id and c.name = 'Davi Foi'`
}

test('what is open now, what became of some days, and the tickets behind each figure', async ({ stack }) => {
  await fill(stack)
  const page = await stack.person('helena@aurora.example')
  await expect(page).toHaveURL(/\/tickets/)
  await link(page).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(button(page, /^Aguardando 1/)).toBeVisible()
  await expect(button(page, /^Em atendimento 1/)).toBeVisible()
  await expect(button(page, /^Finalizados 2/)).toBeVisible()
  await expect(button(page, /^Avaliação \(1 a 3\) 3,00/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Data de vencimento \d\d\/\d\d\/\d{4}/ })).toBeVisible()
  await expect(button(page, 'Rafael Nunes: Fechados hoje, 2')).toBeVisible()
  await expectAccessible(page)

  await button(page, /^Finalizados 2/).click()
  const behind = page.getByRole('dialog', { name: 'Finalizados' })
  await expect(behind).toContainText('2 atendimentos')
  await expect(behind.getByRole('link')).toHaveText(['Davi Foi', 'Carla Foi'])
  await expectAccessible(page)
  await behind.getByRole('link', { name: 'Davi Foi' }).click()
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/)
  await expect(main(page)).toContainText('Valeu')
})

test('days are chosen by date or by how many they are, the address says which, and nothing is no choice', async ({
  stack,
}) => {
  await fill(stack)
  const page = await stack.person('helena@aurora.example')
  await link(page).click()
  await page.getByRole('textbox', { name: 'Data inicial' }).fill('')
  await page.getByRole('textbox', { name: 'Data final' }).fill('')
  await button(page, 'Filtrar').click()
  await expectTold(page, 'Parametrize o filtro')
  await page.getByRole('textbox', { name: 'Data inicial' }).fill('01/01/2020')
  await page.getByRole('textbox', { name: 'Data final' }).fill('31012020')
  await button(page, 'Filtrar').click()
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-31/)
  await expect(main(page)).toContainText('Abertos0')
  await expect(main(page)).toContainText('Duração média–')
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Período' }).click()
  await page.getByRole('option', { name: 'Últimos 7 dias' }).click()
  await button(page, 'Filtrar').click()
  await expect(page).toHaveURL(/days=7/)
  await expect(button(page, /^Finalizados 2/)).toBeVisible()
  const saved = page.waitForEvent('download')
  await button(page, 'Exportar CSV').click()
  const csv = await readFile(await (await saved).path(), 'utf8')
  expect(csv).toContain('Finalizados;2;0')
  expect(csv).toMatch(/Rafael Nunes;não;1;2;2;/)
})

test('a ticket that comes is there by itself; without network there is what was read, and since when', async ({
  stack,
}) => {
  await fill(stack)
  const cable = await stack.ownCable()
  const page = await stack.person('helena@aurora.example', { cable })
  await link(page).click()
  await expect(button(page, /^Aguardando 1/)).toBeVisible()
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await stack.sql`update tickets set status = 'pending', user_id = null where status = 'open'`
  await expect(button(page, /^Aguardando 2/)).toBeVisible()
  await goOffline(page, cable)
  await page.reload()
  await expect(page.getByText(/^Sem conexão: como estava às \d\d:\d\d\.$/)).toBeVisible()
  await expect(button(page, /^Aguardando 2/)).toBeVisible()
  await expectAccessible(page)
  await goOnline(page.context(), cable)
  await expect(page.getByText(/^Sem conexão/)).toBeHidden()
})

test('a supervisor has the whole company’s figures, an attendant their tickets', async ({ stack }) => {
  await fill(stack)
  await stack.sql`update users set profile = 'supervisor' where email = 'marina@aurora.example'`
  const supervisor = await stack.person('marina@aurora.example')
  await link(supervisor).click()
  await expect(button(supervisor, /^Aguardando 1/)).toBeVisible()
  await expect(supervisor.getByText('Data de vencimento')).toBeHidden()
  await button(supervisor, /^Aguardando 1/).click()
  await expect(supervisor.getByText('Mais 1 atendimento é de uma fila que não é sua.')).toBeVisible()
  const attendant = await stack.person('rafael@aurora.example')
  await expect(link(attendant)).toBeHidden()
  await attendant.goto(`${stack.url}/`)
  await expect(attendant).toHaveURL(/\/tickets$/)
})

test('on a phone nothing is wider than the screen but tables, which are moved by themselves', async ({ stack }) => {
  await fill(stack)
  const page = await stack.person('helena@aurora.example')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stack.url}/?days=30`)
  await expect(button(page, /^Aguardando 1/)).toBeVisible()
  await expect(main(page).getByRole('img').or(main(page).locator('svg.recharts-surface')).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
})
