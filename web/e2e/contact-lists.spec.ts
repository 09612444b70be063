// Contact lists: made without network, filled by hand and from a spreadsheet, their numbers asked for in the background.
import { utils, write } from '@e965/xlsx'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { goOffline, goOnline } from './offline.ts'
import { test } from './stack.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

function sheet(rows: unknown[][]) {
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Contatos')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  return { name: 'contatos.xlsx', mimeType: 'application/octet-stream', buffer }
}

test('a list is made offline, filled by hand and from a spreadsheet, and each number is asked for', async ({
  stack,
}) => {
  await stack.link()
  const cable = await stack.ownCable()
  const page = await stack.person('helena@aurora.example', { cable })
  await page.getByRole('link', { name: 'Listas de contatos' }).click()
  await expect(page.getByText('Nenhuma lista de contatos ainda')).toBeVisible()
  await expectAccessible(page)
  await goOffline(page, cable)
  await page.getByRole('link', { name: 'Adicionar lista' }).click()
  await page.getByLabel('Nome').fill('Clientes do bairro')
  await button(page, 'Salvar').click()
  await expect(row(page, 'Clientes do bairro')).toContainText('Nenhum')
  await page.getByRole('link', { name: 'Contatos de Clientes do bairro' }).click()
  await expect(page.getByRole('heading', { name: 'Clientes do bairro' })).toBeVisible()
  await expect(page.getByText(/A lista ainda não chegou ao servidor/)).toBeVisible()
  await goOnline(page.context(), cable)
  await expect(page.getByText('Ninguém nesta lista ainda')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Adicionar contato').click()
  await page.getByLabel('Nome').fill('Ana Souza')
  await page.getByLabel('Número').fill('12')
  await button(page, 'Salvar').click()
  await expect(page.getByLabel('Número')).toBeFocused()
  await page.getByLabel('Número').fill(stack.customer.number)
  await button(page, 'Salvar').click()
  await expect(row(page, 'Ana Souza').getByRole('img', { name: 'Está no WhatsApp' })).toBeVisible()

  await button(page, 'Importar planilha').click()
  const rows = [
    ['nome', 'numero', 'email'],
    ['Bruno Lima', '21 97777-6666', ''],
    ['Ana de novo', stack.customer.number, 'ana@loja.example'],
    ['x', '1', ''],
  ]
  await page.getByLabel('Planilha').setInputFiles(sheet(rows))
  await button(page, 'Importar').click()
  const report = page.getByRole('dialog')
  await expect(report).toContainText('1 contato criado')
  await expect(report).toContainText('1 contato atualizado')
  await expect(report).toContainText('1 linha inválida')
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Fechar' }).last().click()
  await expect(row(page, 'Bruno Lima').getByRole('img', { name: 'Não está no WhatsApp' })).toBeVisible()
  await expect(row(page, 'Ana de novo')).toContainText('ana@loja.example')
  await expect(page.getByText('1 de 2', { exact: true })).toBeVisible()

  await page.getByLabel('Buscar na lista').fill('bruno')
  await expect(row(page, 'Ana de novo')).toBeHidden()
  await button(page, 'Excluir Bruno Lima').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByText('Nenhum contato com “bruno”.')).toBeVisible()
  await page.getByLabel('Buscar na lista').fill('')
  await expect(row(page, 'Ana de novo')).toBeVisible()

  await goOffline(page, cable)
  await expect(page.getByText(/Sem conexão: como estava às/)).toBeVisible()
  await expect(button(page, 'Adicionar contato')).toBeDisabled()
  await goOnline(page.context(), cable)
  await expect(button(page, 'Adicionar contato')).toBeEnabled()
  await page.getByRole('link', { name: 'Listas de contatos' }).first().click()
  await expect(row(page, 'Clientes do bairro')).toContainText('1 de 1')
})
