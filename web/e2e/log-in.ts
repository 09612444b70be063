// As everybody comes in.
import { expect, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'

export async function logIn(page: Page, url: string, email: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('button', { name: 'Perfil' })).toBeVisible()
}
