// Connections as an admin keeps them: added by a form, linked by QR and by a code, changed offline, with a token for other systems, deleted.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { item, pointAt } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const helena = 'helena@aurora.example'

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conexões' }).getByRole('listitem').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const pill = (page: Page, name: RegExp) => page.getByRole('button', { name })

const connectionRow = async ({ sql }: Stack, name: string) =>
  (await sql`select * from connections where name = ${name} and deleted_at is null`)[0]

async function openConnections(page: Page) {
  await page.getByRole('link', { name: /Conexões/ }).click()
  await expect(card(page, 'Principal')).toBeVisible()
}

async function openConnection(page: Page, name: string) {
  await page.getByRole('link', { name: `Editar ${name}` }).click()
  await expect(sheet(page, 'Editar conexão')).toBeVisible()
}

test('an admin adds a connection, links it by a code and by a QR, and renews the link', async ({ stack }) => {
  const page = await stack.person(helena)
  await openConnections(page)
  await page.getByRole('link', { name: 'Adicionar conexão' }).click()
  await field(page, 'Nome').fill('Principal')
  await page.getByRole('checkbox', { name: 'Vendas' }).check()
  await page.getByRole('checkbox', { name: 'Financeiro' }).check()
  await button(page, 'Salvar').click()
  await expect(page.getByText('Este nome já está em uso.')).toBeVisible()
  await expect(page.getByText('A mensagem de saudação é obrigatória quando há mais de uma fila.')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Nome').fill('Filial')
  await field(page, 'Mensagem de saudação').fill('Olá! Escolha um setor.')
  await field(page, 'Minutos até encerrar').fill('30')
  await button(page, 'Salvar').click()
  await expectTold(page, 'Conexão salva com sucesso!')
  await expect(card(page, 'Filial')).toContainText('Desconectado')
  await expect
    .poll(() => connectionRow(stack, 'Filial'))
    .toMatchObject({ greeting_message: 'Olá! Escolha um setor.', expires_ticket: 30, max_use_bot_queues: 3 })

  await card(page, 'Filial').getByRole('button', { name: 'Conectar' }).click()
  const dialog = sheet(page, 'Conectar Filial')
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Código no celular' }).click()
  await dialog.getByRole('button', { name: 'Gerar código' }).click()
  await expect(
    dialog.getByText('Este número não existe. Confira o DDD; de outro país, comece com + e o código dele.'),
  ).toBeVisible()
  await dialog.getByLabel('Número do celular').fill('(11) 90000-0001')
  await dialog.getByRole('button', { name: 'Gerar código' }).click()
  const code = dialog.getByLabel('Código de pareamento')
  await expect(code).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  await expectAccessible(page)
  await stack.owner.enterPairingCode(await code.innerText())
  await expect(card(page, 'Filial')).toContainText('Conectado')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Filial')).toContainText('+55 11 90000-0001')

  await card(page, 'Filial').getByRole('button', { name: 'Desconectar' }).click()
  await sheet(page, 'Desconectar Filial?').getByRole('button', { name: 'Desconectar' }).click()
  await expect(card(page, 'Filial')).toContainText('Desconectada por aqui.')
  await card(page, 'Filial').getByRole('button', { name: 'Novo QR code' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const { qrcode } = (await connectionRow(stack, 'Filial')) ?? {}
  await stack.owner.scanQr(String(qrcode))
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Filial')).toContainText('Conectado')
})

test('a connection is changed offline, given a token that is shown once, made the default, and deleted', async ({
  stack,
}) => {
  await stack.link()
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await openConnections(page)
  await goOffline(page, cable)
  await openConnection(page, 'Principal')
  await field(page, 'Nome').fill('Matriz')
  await page.getByRole('checkbox', { name: 'Vendas' }).uncheck()
  await expect(page.getByText('Sem rede. Tokens só podem ser gerados')).toBeVisible()
  await expect(button(page, 'Gerar token')).toBeDisabled()
  await button(page, 'Salvar').click()
  await expect(card(page, 'Matriz').getByLabel('Na fila para enviar')).toBeVisible()
  await page.getByRole('link', { name: 'Adicionar conexão' }).click()
  await field(page, 'Nome').fill('Filial')
  await button(page, 'Salvar').click()
  await expect(card(page, 'Filial').getByRole('button', { name: 'Conectar' })).toBeDisabled()
  await expectAccessible(page)
  await goOnline(page.context(), cable)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  const { id } = (await connectionRow(stack, 'Matriz')) ?? {}
  expect(await stack.sql`select queue_id from connection_queues where connection_id = ${String(id)}`).toEqual([])

  await openConnection(page, 'Matriz')
  await button(page, 'Gerar token').click()
  const token = await field(page, 'Token').inputValue()
  expect(token).toMatch(/^blc_[\w-]{43}$/)
  await expectAccessible(page)
  expect(JSON.stringify(await connectionRow(stack, 'Matriz'))).not.toContain(token)
  await button(page, 'Cancelar').click()
  await openConnection(page, 'Matriz')
  await expect(page.getByText(`termina em ${token.slice(-4)}`)).toBeVisible()
  await expect(field(page, 'Token')).toBeHidden()
  await button(page, 'Cancelar').click()

  await openConnection(page, 'Filial')
  await page.getByRole('switch', { name: /^Conexão padrão/ }).click()
  await button(page, 'Salvar').click()
  await expect(card(page, 'Filial')).toContainText('padrão')
  await expect(card(page, 'Matriz')).not.toContainText('padrão')

  await stack.customer.sendText(companyNumber, 'Vocês entregam?')
  await expect(card(page, 'Matriz')).toContainText('última mensagem')
  await button(page, 'Excluir Matriz').click()
  const asked = sheet(page, 'Excluir a conexão Matriz?')
  await expect(button(page, 'Excluir')).toBeDisabled()
  await asked.getByRole('combobox', { name: '1 atendimento em andamento' }).click()
  await page.getByRole('option', { name: 'São encerrados' }).click()
  await expectAccessible(page)
  await button(page, 'Excluir').click()
  await expect(card(page, 'Matriz')).toBeHidden()
  await expect.poll(async () => (await stack.sql`select status from tickets`)[0]?.['status']).toBe('closed')
  await expect.poll(async () => (await stack.sql`select from session_keys limit 1`).length).toBe(0)
  await expect(card(page, 'Filial')).toBeVisible()

  await test.step('what was closed with it is reopened over the other one', async () => {
    await page.getByRole('link', { name: /^Atendimentos/ }).click()
    await page.getByRole('tab', { name: /Resolvidos/ }).click()
    const reopen = item(page, 'Ana Souza').getByRole('button', { name: /^Reabrir/ })
    await pointAt(item(page, 'Ana Souza'), reopen)
    await reopen.click()
    const dialog = sheet(page, 'Reabrir por qual conexão?')
    await expect(dialog.getByRole('combobox', { name: 'Conexão' })).toContainText('Filial')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Reabrir' }).click()
    const over = async () =>
      (await stack.sql`select t.status, c.name from tickets t join connections c on c.id = t.connection_id`)[0]
    await expect.poll(over).toEqual({ status: 'open', name: 'Filial' })
  })
})

test('a connection shows what came in, what became of it, and what is missing', async ({ stack }) => {
  // First: it logs in as the admin, which ends her other session.
  await stack.link()
  const page = await stack.person(helena)
  await openConnections(page)
  const principal = card(page, 'Principal')
  await stack.customer.sendText(companyNumber, 'Bom dia')
  await expect(principal.getByText('Nada perdido')).toBeVisible()
  await principal.getByRole('button', { name: 'Ver 14 dias' }).click()
  const dialog = sheet(page, 'Mensagens de Principal')
  await expect(dialog.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await stack.sql`update connection_days set delivered = delivered + 1`
  await expect(principal.getByText(/1 mensagem recebida ainda não foi guardada/)).toBeVisible()
})
