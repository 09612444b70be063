// An installation that sends mail: a company is opened by the link that its owner's mailbox got, and nobody learns who has an account.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { logIn } from './log-in.ts'
import { test, type Stack } from './stack.ts'

test.use({ mails: true })

const helena = 'helena@aurora.example'
const nova = 'nova@confeitaria.example'
const password = 'bolo-de-cenoura-7'
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const secret = (page: Page) => page.getByLabel('Senha', { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Others are of invoices. */
const isOfAccount = (subject: string) => /^(Confirme o seu e-mail|Você já tem conta)/.test(subject)
const told = (page: Page, email: string) => page.getByText(`Enviamos um link para ${email}.`)

async function signUp({ url }: Stack, page: Page, company: string, email: string) {
  await page.goto(`${url}/signup`)
  await field(page, 'Nome da empresa').fill(company)
  await field(page, 'E-mail').fill(email)
  await field(page, 'Telefone').fill('11 99999-0000')
  await secret(page).fill(password)
  await page.getByRole('radio').first().check()
  await button(page, 'Criar conta').click()
  await expect(told(page, email)).toBeVisible()
}

test('who signs up confirms by mail, once; a stranger learns nothing of an address that is known', async ({
  stack,
  letters,
}) => {
  const page = await stack.window()
  await signUp(stack, page, 'Confeitaria Nova', nova)
  await expectAccessible(page)
  const lettersTo = (email: string) => letters.filter(({ to, subject }) => to === email && isOfAccount(subject))
  await expect.poll(() => lettersTo(nova)).toHaveLength(1)
  expect(await stack.sql`select 1 from companies where name = 'Confeitaria Nova'`).toHaveLength(0)
  const link = /https:\/\/balcao\.example(\/confirm#\S+)/.exec(lettersTo(nova)[0]?.body ?? '')?.[1]
  expect(link).toBeDefined()

  await page.goto(`${stack.url}${link}`)
  await secret(page).fill('outra-senha-1')
  await button(page, 'Confirmar e criar conta').click()
  await expect(page.getByText('Não é a senha escolhida ao criar a conta.')).toBeVisible()
  await expectAccessible(page)
  await secret(page).fill(password)
  await button(page, 'Confirmar e criar conta').click()
  await expect(field(page, 'E-mail')).toHaveValue(nova)
  await secret(page).fill(password)
  await button(page, 'Entrar').click()
  await expect(button(page, 'Perfil')).toBeVisible()

  const other = await stack.window()
  await other.goto(`${stack.url}${link}`)
  await secret(other).fill(password)
  await button(other, 'Confirmar e criar conta').click()
  await expect(other.getByText('Este link não vale mais')).toBeVisible()

  // The same words, and another letter.
  await signUp(stack, other, 'De outra pessoa', helena)
  await expect.poll(() => lettersTo(helena)).toHaveLength(1)
  expect(lettersTo(helena)[0]?.body).not.toContain('/confirm#')
  await logIn(await stack.window(), stack.url, helena)
})
