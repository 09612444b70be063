// What every management screen has, on tags and contacts: made and changed offline, merged by field, found, kept within reach of everybody.
import { utils, write } from '@e965/xlsx'
import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './accessible.ts'
import { goOffline, goOnline } from './offline.ts'
import { test, type Stack } from './stack.ts'

const helena = 'helena@aurora.example'
const rafael = 'rafael@aurora.example'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })

const tagRow = async ({ sql }: Stack, name: string) =>
  (await sql`select color, kanban from tags where name = ${name}`)[0]

test('tags: made offline, changed by two, merged by field', async ({ stack }) => {
  const cable = await stack.ownCable()
  const [away, desk] = [await stack.person(helena, { cable }), await stack.person(rafael)]
  await Promise.all([link(away, 'Etiquetas').click(), link(desk, 'Etiquetas').click()])
  await expect(away.getByText('Nenhuma etiqueta ainda')).toBeVisible()
  await expectAccessible(away)

  await goOffline(away, cable)
  await link(away, 'Adicionar etiqueta').click()
  await expect(away).toHaveURL(/\/tags\/new$/)
  await field(away, 'Nome').fill('Ur')
  await button(away, 'Salvar').click()
  await expect(away.getByText('Mensagem muito curta')).toBeVisible()
  await expectAccessible(away)
  await field(away, 'Nome').fill('Urgente')
  await away.getByRole('switch', { name: /Coluna do Kanban/ }).click()
  await away.keyboard.press('Control+Enter')
  await expect(row(away, 'Urgente').getByLabel('Na fila para enviar')).toBeVisible()
  await expect(away.getByText('1 etiqueta', { exact: true })).toBeVisible()
  await goOnline(away.context(), cable)
  await expect(row(desk, 'Urgente')).toContainText('Coluna do quadro')
  await expect.poll(() => tagRow(stack, 'Urgente')).toMatchObject({ kanban: true })

  await goOffline(away, cable)
  await link(away, 'Editar Urgente').click()
  await field(away, 'Nome').fill('Agora')
  await away.getByRole('button', { name: '#be185d' }).click()
  await button(away, 'Salvar').click()
  await expect(row(away, 'Agora')).toBeVisible()
  await link(desk, 'Editar Urgente').click()
  await expect(desk.getByRole('switch', { name: /Coluna do Kanban/ })).toHaveAttribute('aria-disabled', 'true')
  await field(desk, 'Nome').fill('Já')
  await expect(desk.getByText('Mensagem muito curta')).toBeVisible()
  await field(desk, 'Nome').fill('Imediato')
  await button(desk, 'Salvar').click()
  await expect.poll(() => tagRow(stack, 'Imediato')).toBeDefined()

  await goOnline(away.context(), cable)
  await row(away, 'Imediato').getByRole('link', { name: 'Resolver' }).click()
  const dialog = sheet(away, 'Sua alteração encontrou outra')
  await expect(dialog).toContainText('será salvo: Cor')
  await dialog.getByRole('group', { name: 'Nome' }).getByText('Agora').click()
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(row(desk, 'Agora')).toBeVisible()
  await expect.poll(() => tagRow(stack, 'Agora')).toMatchObject({ color: '#be185d' })

  await button(away, 'Excluir Agora').click()
  await expect(away.getByText('Excluir a etiqueta Agora?')).toBeVisible()
  await button(away, 'Excluir').click()
  await expect(desk.getByText('Nenhuma etiqueta ainda')).toBeVisible()
})

test('contacts: found without accents, added offline with extra fields, a number once, merged', async ({ stack }) => {
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await link(page, 'Contatos').click()
  await expect(row(page, 'Ana Souza')).toContainText('+55 11 91111-0001')
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Buscar contatos' }).fill('ÁNA')
  await expect(row(page, 'Bruno Lima')).toBeHidden()
  await expect(page.getByText('1 contato', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar contatos' }).fill('')

  await goOffline(page, cable)
  await link(page, 'Adicionar contato').click()
  await field(page, 'Nome').fill('ana souza')
  await field(page, 'Número do WhatsApp').fill('11 91111-0001')
  await field(page, 'E-mail').fill('ana@loja.example')
  await expect(page.getByText('Já existe um contato com este número.')).toBeVisible()
  await expect(link(page, 'Abrir o contato Ana Souza')).toBeVisible()
  await field(page, 'Número do WhatsApp').fill('(11) 95555-0001')
  await button(page, 'Adicionar informação').click()
  await field(page, 'Nome do campo').fill('CPF')
  await field(page, 'Valor').fill('123.456.789-09')
  await expectAccessible(page)
  await button(page, 'Salvar').click()
  await expect(row(page, 'ana souza').getByLabel('Na fila para enviar')).toBeVisible()
  await goOnline(page.context(), cable)
  const stored = async () => (await stack.sql`select number, extra_info from contacts where name = 'ana souza'`)[0]
  await expect.poll(stored).toEqual({ number: '5511955550001', extra_info: [{ name: 'CPF', value: '123.456.789-09' }] })

  await link(page, 'Editar Ana Souza').click()
  await button(page, 'Juntar com ana souza').click()
  await sheet(page, 'Juntar ana souza com Ana Souza?').getByRole('button', { name: 'Juntar' }).click()
  await expect(row(page, 'Ana Souza')).toHaveCount(1)
  await expect(row(page, '+55 11 95555-0001')).toBeHidden()
  await expect(row(page, 'Ana Souza')).toContainText('ana@loja.example')
  await expect(page.getByText('3 contatos', { exact: true })).toBeVisible()
})

test('a quick message keeps its attachment on the device until the server is there', async ({ stack }) => {
  const cable = await stack.ownCable()
  const [page, colleague] = [await stack.person(rafael, { cable }), await stack.person(helena)]
  await link(page, 'Mensagens rápidas').click()
  await expect(page.getByText('Nenhuma mensagem rápida ainda')).toBeVisible()
  await goOffline(page, cable)
  await link(page, 'Adicionar mensagem rápida').click()
  await field(page, 'Atalho').fill('preços')
  await field(page, 'Mensagem').fill('Olá ')
  await button(page, 'Inserir variável em Mensagem').click()
  await page.getByRole('menuitem', { name: /Primeiro nome/ }).click()
  await expect(field(page, 'Mensagem')).toBeFocused()
  await page.keyboard.type(', tudo do bem?')
  await expect(field(page, 'Mensagem')).toHaveValue('Olá {{firstName}}, tudo do bem?')
  await page.getByRole('switch', { name: /Geral/ }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'precos.txt', mimeType: 'text/plain', buffer: Buffer.from('pão: 1,00') })
  await expect(page.getByText('Clique em salvar para registar as alterações.')).toBeVisible()
  await button(page, 'Salvar').click()
  await expect(row(page, 'preços')).toContainText('precos.txt')
  await expect(row(page, 'preços').getByLabel('Na fila para enviar')).toBeVisible()
  await goOnline(page.context(), cable)
  await link(colleague, 'Mensagens rápidas').click()
  await expect(row(colleague, 'preços')).toContainText('precos.txt')
  const files = async () => (await stack.sql`select count(*)::int as files from media_files`)[0]
  await expect.poll(files).toEqual({ files: 1 })
})

test('a spreadsheet becomes contacts: columns guessed, what is wrong told by row', async ({ stack }) => {
  const page = await stack.person(helena)
  await link(page, 'Contatos').click()
  await button(page, 'Mais ações').click()
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click()
  const rows = [
    ['Número', 'NOME', 'e-mail'],
    [5511944440001, 'Zélia Prado', 'zelia@loja.example'],
    ['11 91111-0002', 'Bruno Lima Filho', ''],
    ['123', 'Sem Número', ''],
  ]
  const buffer = write(utils.book_new(utils.aoa_to_sheet(rows)), { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const dialog = sheet(page, 'Importar contatos')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'clientes.xlsx', mimeType: '', buffer })
  await expect(dialog.getByRole('cell', { name: 'Zélia Prado' })).toBeVisible()
  await expect(dialog.getByText('3 linhas na planilha.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
  await expect(dialog.getByText('1 contato criado')).toBeVisible()
  await expect(dialog.getByText('1 contato atualizado')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Linhas inválidas' })).toContainText('Linha 4Número inválido123')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await expect(row(page, 'Zélia Prado')).toContainText('+55 11 94444-0001')
  await expect(row(page, 'Bruno Lima Filho')).toBeVisible()

  await button(page, 'Mais ações').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Exportar CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('contatos.csv')
  expect(await readFile(await download.path(), 'utf8')).toContain('Zélia Prado;5511944440001;zelia@loja.example\r\n')
})

test('the address book of a connection’s phone becomes contacts', async ({ stack }) => {
  await stack.sql`
    insert into phone_contacts (connection_id, account, company_id, number, name, push_name, updated_at)
    select c.id, n.number, c.company_id, n.number, n.name, '', now() from connections c,
      (values ('5511966660001', 'Vera Nunes'), ('5511911110002', 'Outro nome')) n(number, name) where c.is_default`
  const page = await stack.person(helena)
  await link(page, 'Contatos').click()
  await button(page, 'Mais ações').click()
  await page.getByRole('menuitem', { name: 'Importar do celular' }).click()
  const dialog = sheet(page, 'Importar do celular')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
  await expect(dialog.getByText('1 contato criado')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Vera Nunes')).toBeVisible()
  await expect(row(page, 'Outro nome')).toHaveCount(0)
})

for (const [size, viewport] of [
  ['a wide window', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`every screen on ${size}`, async ({ stack }) => {
    await stack.sql`insert into helps values (gen_random_uuid(), 'Primeiros passos', 'Como conectar', 'dQw4w9WgXcQ', now(), now())`
    const page = await stack.person(helena)
    await page.setViewportSize(viewport)
    for (const path of ['tags/new', 'quick-messages/new', 'contacts/new', 'files/new', 'contacts']) {
      await page.goto(`${stack.url}/${path}`)
      const shown = path.endsWith('/new') ? page.getByRole('dialog') : page.getByText('3 contatos')
      await expect(shown).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto(`${stack.url}/helps`)
    await page.getByRole('button', { name: /Primeiros passos/ }).click()
    const video = page.locator('iframe')
    await expect(video).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/)
    await page.getByRole('button', { name: 'Fechar' }).focus()
    await page.keyboard.press('Escape')
    await expect(video).toBeHidden()
    await expectAccessible(page)
  })
}
