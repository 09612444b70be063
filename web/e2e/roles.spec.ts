// What each role finds on the screens, by the table of roles (decision 0041): a screen that is not theirs leads back to their work, one
// that they read has nothing on it that would change anything.
import { expect, type Page } from '@playwright/test'
import type { Profile } from 'db/kit/actor.ts'
import { screenRoles, type Access } from 'db/node/testing/test-roles.ts'
import { expectAccessible } from './accessible.ts'
import { pill } from './conversation.ts'
import { test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const people: Readonly<Record<Profile, string>> = {
  user: 'rafael@aurora.example',
  supervisor: 'marina@aurora.example',
  admin: 'helena@aurora.example',
}

/** Something on every screen of the administration. */
async function fill({ sql }: Stack) {
  await sql`update users set profile = 'supervisor' where email = ${people.supervisor}`
  await sql`
    insert into queue_options (id, company_id, queue_id, option, title, message, created_at, updated_at)
    select uuidv7(), company_id, id, 1, 'Preços', 'A partir de R$ 10', now(), now() from queues where name = 'Vendas'`
  await sql`
    insert into file_lists (id, company_id, user_id, name, message, created_at, updated_at)
    select uuidv7(), company_id, id, 'Catálogos', '', now(), now() from users where email = ${people.admin}`
  await sql`
    insert into quick_messages (id, company_id, user_id, shortcode, message, geral, created_at, updated_at)
    select uuidv7(), company_id, id, 'pix', 'Nossa chave', true, now(), now() from users where email = ${people.admin}`
}

/** What is done on the screens of the administration, by its first word. */
const doing = /^(Adicionar|Editar|Excluir|Conectar|Desconectar|Tentar|Novo QR|Mover|Salvar)/
const main = (page: Page) => page.getByRole('main')
const deeds = (page: Page) =>
  main(page)
    .getByRole('button', { name: doing })
    .or(main(page).getByRole('link', { name: doing }))
const changing = (page: Page) => deeds(page).or(main(page).getByRole('combobox')).or(main(page).getByRole('switch'))

const purposes: Partial<Record<keyof typeof screenRoles, string>> = {
  '/connections': 'Principal',
  '/queues': 'Financeiro',
  '/users': 'rafael@aurora.example',
  '/files': 'Catálogos',
  '/settings': 'Fuso horário',
}

async function lookAround(stack: Stack, profile: Profile) {
  const page = await stack.person(people[profile])
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  // The connection of the demo is not linked: whoever may see it is told.
  await expect(page.getByRole('link', { name: /^Conexões\. Há conexão fora do ar/ })).toBeVisible()
  if (profile !== 'admin') await expect(page.getByText(/Peça a Helena .* que ligue um/)).toBeVisible()
  for (const [path, shown] of Object.entries(purposes)) {
    const access: Access = screenRoles[path as keyof typeof screenRoles][profile]
    await page.goto(`${stack.url}${path}`)
    if (access === 'none') {
      await expect(page).toHaveURL(/\/tickets$/)
      await expectTold(page, 'Acesso não permitido')
      continue
    }
    await expect(main(page).getByText(shown).first()).toBeVisible()
    await expect(changing(page)).toHaveCount(0)
    await expectAccessible(page)
    if (path === '/settings') continue
    await page.goto(`${stack.url}${path}/new`)
    await expect(page).toHaveURL(/\/tickets$/)
  }
  return page
}

test('attendants find the screens of their role', async ({ stack }) => {
  await fill(stack)
  await lookAround(stack, 'user')
})

test('supervisors read the administration’s screens, and edit what is everybody’s', async ({ stack }) => {
  await fill(stack)
  const page = await lookAround(stack, 'supervisor')
  await page.getByRole('link', { name: 'Filas', exact: true }).click()
  await page.getByRole('link', { name: 'Ver Vendas' }).click()
  const sheet = page.getByRole('dialog', { name: 'Vendas' })
  await expect(sheet.getByText('Sempre aberta')).toBeVisible()
  await expect(sheet.getByRole('textbox')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  await page.getByRole('link', { name: 'Chatbot de Vendas' }).click()
  await expect(main(page).getByText('A partir de R$ 10')).toBeVisible()
  await expect(deeds(page)).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Usuários', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: people.supervisor }).getByText('Online')).toBeVisible()
  await page.getByRole('link', { name: 'Mensagens rápidas', exact: true }).click()
  await page.getByRole('link', { name: 'Editar pix' }).click()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('A chave é o CNPJ')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect
    .poll(async () => (await stack.sql`select message from quick_messages`)[0]?.['message'])
    .toBe('A chave é o CNPJ')
})
