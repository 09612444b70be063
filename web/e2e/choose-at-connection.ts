// Who answers at the company's connection, chosen in its form.
import type { Page } from '@playwright/test'

export async function chooseAtConnection(page: Page, field: 'Integração' | 'Prompt', name: string) {
  await page.getByRole('link', { name: 'Conexões' }).click()
  // What stood here before may have links of that name as well.
  await page
    .getByRole('list', { name: 'Conexões' })
    .getByRole('link', { name: /^Editar/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
}
