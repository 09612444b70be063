// As everybody comes in.
import { expect, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'

export async function logIn(page: Page, url: string, email: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await goOnHere(page)
}

/** Whoever is logged in elsewhere goes on here. */
export async function goOnHere(page: Page) {
  const [desk, question] = [
    page.getByRole('button', { name: 'Perfil' }),
    page.getByRole('button', { name: 'Continuar aqui' }),
  ]
  await expect(desk.or(question)).toBeVisible()
  if (await question.isVisible()) await question.click()
  await expect(desk).toBeVisible()
}
