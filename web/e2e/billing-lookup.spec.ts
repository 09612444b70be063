// The billing look-up as an admin switches it on: credentials that are saved one by one and never shown again, and the queue's switch.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './stack.ts'

const key = '$aact_prod_000MzkwODA2MWY2OGM3MWRl'
const row = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const save = (page: Page, name: string) => row(page, name).getByRole('button', { name: 'Salvar' }).click()

test('credentials are kept by themselves and taken away, and a queue looks bills up', async ({ stack }) => {
  const page = await stack.person('helena@aurora.example')
  await page.getByRole('link', { name: 'Configurações', exact: true }).click()
  await expect(row(page, 'Chave da API do Asaas')).toContainText('Não definido.')
  await row(page, 'Chave da API do Asaas').getByLabel('Chave da API do Asaas').fill(key)
  await save(page, 'Chave da API do Asaas')
  await expect(row(page, 'Chave da API do Asaas')).toContainText('Está definido: …MWRl.')
  await row(page, 'Endereço do IXC').getByLabel('Endereço do IXC').fill('http://10.0.0.1')
  await save(page, 'Endereço do IXC')
  await expect(row(page, 'Endereço do IXC')).toContainText('Um endereço que começa com https://')
  await expectAccessible(page)
  await page.reload()
  await expect(row(page, 'Chave da API do Asaas')).toContainText('Está definido: …MWRl.')
  expect(await page.content()).not.toContain(key)
  await row(page, 'Chave da API do Asaas').getByRole('button', { name: 'Remover' }).click()
  await page
    .getByRole('dialog', { name: /^Remover/ })
    .getByRole('button', { name: 'Remover' })
    .click()
  await expect(row(page, 'Chave da API do Asaas')).toContainText('Não definido.')

  await page.getByRole('link', { name: 'Filas', exact: true }).click()
  await page.getByRole('link', { name: 'Editar Financeiro' }).click()
  await page.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Financeiro, bom dia')
  await page.getByRole('switch', { name: /Consulta de cobranças/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect
    .poll(async () => stack.sql`select name from queues where billing_lookup`)
    .toEqual([{ name: 'Financeiro' }])
})
