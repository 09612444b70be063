// Coming to a password by a link that an admin made: somebody forgot theirs and comes in again, somebody is invited.
import { demoPassword } from 'db/node/seed.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { goOnHere } from './log-in.ts'
import { test } from './stack.ts'

const helena = 'helena@aurora.example'
const rafael = 'rafael@aurora.example'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const users = (page: Page) => page.getByRole('table', { name: 'Usuários' })

async function enter(page: Page, password: string) {
  await field(page, 'Senha').fill(password)
  await button(page, 'Entrar').click()
}

test('who forgot the password comes in again, and by the old one nobody does', async ({ stack }) => {
  const old = await stack.person(rafael)
  const page = await stack.window()
  await page.goto(`${stack.url}/login`)
  await page.getByRole('link', { name: 'Esqueci a senha' }).click()
  // This installation sends no mail.
  await expect(page.getByText('Peça um link a quem administra a sua empresa')).toBeVisible()
  await expectAccessible(page)

  const admin = await stack.person(helena)
  await admin.goto(`${stack.url}/users`)
  await users(admin).getByRole('link', { name: 'Rafael Nunes', exact: true }).click()
  await button(admin, 'Gerar link para nova senha').click()
  const link = await field(admin, 'Link para nova senha').inputValue()
  await expectAccessible(admin)

  await page.goto(link)
  await expect(page.getByText('Para Rafael')).toBeVisible()
  await expect(field(page, 'E-mail')).toHaveValue(rafael)
  await expectAccessible(page)
  await field(page, 'Nova senha').fill('1234')
  await button(page, 'Definir senha').click()
  await expect(page.getByText('Muito curto')).toBeVisible()
  await field(page, 'Nova senha').fill('Girafa azul 7')
  await button(page, 'Definir senha').click()
  await expect(page.getByText('Pronto, a senha está definida.')).toBeVisible()
  await expect(page).toHaveURL(`${stack.url}/login`)
  await enter(page, demoPassword)
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible()
  await enter(page, 'Girafa azul 7')
  await goOnHere(page)
  await expect(old.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible()

  await old.goto(link)
  await expect(old.getByText('Este link não vale mais')).toBeVisible()
})

test('who is invited chooses name and password, and comes in', async ({ stack }) => {
  const admin = await stack.person(helena)
  await admin.goto(`${stack.url}/users/new`)
  await field(admin, 'Nome').fill('Bia')
  await field(admin, 'E-mail').fill('beatriz@aurora.example')
  await admin.getByRole('switch', { name: /^Convidar por link/ }).click()
  await expect(field(admin, 'Senha')).toBeHidden()
  await button(admin, 'Salvar').click()
  const dialog = admin.getByRole('dialog', { name: 'Convite de Bia' })
  const link = await dialog.getByLabel('Link do convite', { exact: true }).inputValue()
  await expectAccessible(admin)
  await admin.keyboard.press('Escape')
  const row = users(admin).getByRole('row').filter({ hasText: 'beatriz@aurora.example' })
  await expect(row.getByText('Convidado')).toBeVisible()

  const page = await stack.window()
  await page.goto(link)
  await expect(page.getByText('Padaria Aurora')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Seu nome').fill('Beatriz Lima')
  await field(page, 'Senha').fill('pão da beatriz 42')
  await expect(page.getByText('A senha contém o nome do e-mail.')).toBeVisible()
  await field(page, 'Senha').fill('Girafa azul 7')
  await expect(page.getByText('Senha forte')).toBeVisible()
  await button(page, 'Aceitar convite').click()
  await expect(page.getByText('Pronto, a senha está definida.')).toBeVisible()
  await enter(page, 'Girafa azul 7')
  await goOnHere(page)
  await expect(row.getByText('Beatriz Lima')).toBeVisible()
  await expect(row.getByText('Convidado')).toBeHidden()
})
