// Queues as an admin keeps them: made, changed and removed; and what two people, or one offline, do to the same queue.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const helena = 'helena@aurora.example'
const otavio = 'otavio@aurora.example'

const table = (page: Page) => page.getByRole('table', { name: 'Filas' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const pill = (page: Page, name: RegExp) => page.getByRole('button', { name })

async function openQueues(page: Page) {
  await page.getByRole('link', { name: 'Filas' }).click()
  await expect(row(page, 'Vendas')).toBeVisible()
}

async function openQueue(page: Page, name: string) {
  await page.getByRole('link', { name: `Editar ${name}` }).click()
  await expect(sheet(page, 'Editar fila')).toBeVisible()
}

async function greetAll({ sql }: Stack) {
  await sql`update queues set greeting_message = 'Olá! Como podemos ajudar?'`
}

async function addAdmin({ sql }: Stack) {
  await sql`insert into users
    select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'name', 'Otávio Reis', 'email', ${otavio}::text))).*
    from users u where email = ${helena}`
}

const queueRow = async ({ sql }: Stack, name: string) =>
  (await sql`select color, order_queue, greeting_message from queues where name = ${name}`)[0]

test('an admin adds, changes and deletes a queue', async ({ stack }) => {
  const page = await stack.person(helena)
  await openQueues(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Adicionar fila' }).click()
  await expect(page).toHaveURL(/\/queues\/new$/)
  await field(page, 'Nome').fill('E')
  await field(page, 'Ordem').fill('3,5')
  await expect(page.getByText('Muito curto: pelo menos')).toBeVisible()
  await field(page, 'Cor').fill('#0F766E')
  await button(page, 'Salvar').click()
  await expect(page.getByText('Esta cor já está em uso, escolha outra.')).toBeVisible()
  await expect(page.getByText('Use um número inteiro.')).toBeVisible()
  await expect(page.getByText('Obrigatória quando há mais de uma fila.')).toBeVisible()
  await expect(field(page, 'Nome')).toBeFocused()
  await expectAccessible(page)
  // As a screen reader goes through it.
  await expect(page.getByRole('dialog', { name: 'Adicionar fila' })).toMatchAriaSnapshot(`
    - heading "Adicionar fila" [level=2]
    - button "Fechar"
    - tablist "Partes da fila":
      - tab "Dados da fila" [selected]
      - tab "Horários de atendimento"
    - tabpanel "Dados da fila":
      - textbox "Nome": E
      - textbox "Cor"
      - group "Cores sugeridas"
      - textbox "Ordem"
      - textbox "Mensagem de saudação"
      - group "Arquivo da saudação"
      - textbox "Mensagem fora do horário"
      - combobox "Integração"
      - combobox "Prompt"
      - switch "Consulta de cobranças"
    - button "Cancelar"
    - button "Salvar"
  `)
  await expect(field(page, 'Cor')).toHaveAccessibleDescription(/Esta cor já está em uso/)
  const lookup = page.getByRole('switch', { name: 'Consulta de cobranças', exact: true })
  await expect(lookup).toHaveAccessibleDescription(/CPF ou CNPJ/)

  await field(page, 'Nome').fill('Encomendas')
  await page.getByRole('button', { name: '#6d28d9' }).click()
  await field(page, 'Ordem').fill('3')
  await field(page, 'Mensagem de saudação').fill('Encomendas, bom dia!\nO que vai ser?')
  // Where the caret is.
  await field(page, 'Mensagem de saudação').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(19, 19))
  await page.getByRole('button', { name: 'Inserir variável em Mensagem de saudação' }).click()
  await page.getByRole('menuitem', { name: /Primeiro nome/ }).click()
  await page.keyboard.type(' d')
  await expect(field(page, 'Mensagem de saudação')).toHaveValue('Encomendas, bom dia{{firstName}} d!\nO que vai ser?')
  await field(page, 'Mensagem de saudação').fill('Encomendas, bom dia!\nO que vai ser?')
  await page.keyboard.press('Control+Enter')
  await expectTold(page, 'Fila salva com sucesso!')
  const next = sheet(page, 'Fila Encomendas salva')
  await expect(next.getByRole('link', { name: /^Ligar a uma conexão/ })).toHaveAttribute('href', /^\/connections\/./)
  await expect(next.getByRole('link', { name: /^Escolher atendentes/ })).toHaveAttribute('href', '/users')
  await expect(next.getByRole('link', { name: /^Montar chatbot/ })).toHaveAttribute('href', /\/chatbot$/)
  await expectAccessible(page)
  await button(page, 'Agora não').click()
  await expect(page).toHaveURL(/\/queues$/)
  await expect(row(page, 'Encomendas')).toContainText('Nenhuma: ligar')
  await expect(row(page, 'Encomendas')).toContainText('Ninguém: escolher')
  await expect(row(page, 'Vendas')).toContainText('Rafael')
  await expect(row(page, 'Vendas')).toContainText('Sempre aberta')
  await expect(row(page, 'Encomendas')).toContainText('O que vai ser?')
  await expect
    .poll(() => queueRow(stack, 'Encomendas'))
    .toEqual({
      color: '#6d28d9',
      order_queue: 3,
      greeting_message: 'Encomendas, bom dia!\nO que vai ser?',
    })

  await openQueue(page, 'Encomendas')
  await field(page, 'Nome').fill('Bolos')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Descartar as alterações?')).toBeVisible()
  await sheet(page, 'Descartar as alterações?').getByRole('button', { name: 'Continuar editando' }).click()
  await page.goBack()
  await expect(page.getByText('Descartar as alterações?')).toBeVisible()
  await sheet(page, 'Descartar as alterações?').getByRole('button', { name: 'Continuar editando' }).click()
  await button(page, 'Salvar').click()
  await expect(row(page, 'Bolos')).toBeVisible()
  await expect.poll(() => queueRow(stack, 'Bolos')).toMatchObject({ order_queue: 3 })

  await openQueue(page, 'Bolos')
  await field(page, 'Nome').fill('Tortas')
  await page.keyboard.press('Escape')
  await button(page, 'Descartar').click()
  await expect(sheet(page, 'Editar fila')).toBeHidden()
  await button(page, 'Excluir Bolos').click()
  await expect(page.getByText('Excluir a fila Bolos?')).toBeVisible()
  await button(page, 'Excluir').click()
  await expectTold(page, 'Fila excluída com sucesso!')
  await expect(row(page, 'Bolos')).toBeHidden()
  await expect.poll(() => queueRow(stack, 'Bolos')).toBeUndefined()
})

test('two admins change one queue, one of them offline: fields merge, the same field is chosen', async ({ stack }) => {
  await Promise.all([greetAll(stack), addAdmin(stack)])
  const cable = await stack.ownCable()
  const [away, desk] = [await stack.person(helena, { cable }), await stack.person(otavio)]
  await Promise.all([openQueues(away), openQueues(desk)])

  await goOffline(away, cable)
  await openQueue(away, 'Vendas')
  await field(away, 'Nome').fill('Balcão')
  await away.getByRole('button', { name: '#be185d' }).click()
  await field(away, 'Mensagem de saudação').fill('Olá do balcão!')
  await button(away, 'Salvar').click()
  await expect(row(away, 'Balcão').getByLabel('Na fila para enviar')).toBeVisible()

  await openQueue(desk, 'Vendas')
  await field(desk, 'Nome').fill('Comercial')
  await field(desk, 'Ordem').fill('9')
  await button(desk, 'Salvar').click()
  await expect.poll(() => queueRow(stack, 'Comercial')).toMatchObject({ order_queue: 9 })

  await goOnline(away.context(), cable)
  // It does not stay.
  await expectTold(away, 'Sua alteração encontrou outra')
  await expect(row(away, 'Comercial')).toContainText('Alguém mudou os mesmos campos')
  await expect(pill(away, /1 recusada/)).toBeVisible()
  await expectAccessible(away)
  await row(away, 'Comercial').getByRole('link', { name: 'Resolver' }).click()

  const dialog = sheet(away, 'Sua alteração encontrou outra')
  const name = dialog.getByRole('group', { name: 'Nome' })
  await expect(name.getByRole('radio', { name: 'A sua Balcão' })).toBeVisible()
  await expect(name.getByRole('radio', { name: 'A do servidor Comercial' })).toBeVisible()
  await expect(dialog).toContainText('será salvo: Cor e Mensagem de saudação')
  await expect(dialog.getByRole('button', { name: 'Aplicar' })).toBeDisabled()
  await expectAccessible(away)
  await name.getByText('Balcão').click()
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(dialog).toBeHidden()

  await expect(row(desk, 'Balcão')).toContainText('Olá do balcão!')
  await expect(row(away, 'Balcão')).toContainText('Olá do balcão!')
  await expect(pill(away, /Tudo sincronizado/)).toBeVisible()
  expect(await queueRow(stack, 'Balcão')).toEqual({
    color: '#be185d',
    order_queue: 9,
    greeting_message: 'Olá do balcão!',
  })
})

test('a queue made offline in a colour that was taken meanwhile is corrected and accepted', async ({ stack }) => {
  await greetAll(stack)
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await openQueues(page)
  await goOffline(page, cable)
  await page.getByRole('link', { name: 'Adicionar fila' }).click()
  await field(page, 'Nome').fill('Encomendas')
  await field(page, 'Cor').fill('#6d28d9')
  await field(page, 'Mensagem de saudação').fill('Encomendas, bom dia!')
  await button(page, 'Salvar').click()
  await expectTold(page, 'Salvo aqui; vai quando a conexão voltar.')
  await button(page, 'Agora não').click()
  await expect(row(page, 'Encomendas').getByLabel('Na fila para enviar')).toBeVisible()
  await openQueue(page, 'Encomendas')
  await field(page, 'Ordem').fill('4')
  await button(page, 'Salvar').click()
  await expect(pill(page, /Offline · 2/)).toBeVisible()

  await stack.sql`insert into queues select (jsonb_populate_record(q,
    jsonb_build_object('id', gen_random_uuid(), 'name', 'Eventos', 'color', '#6d28d9', 'order_queue', 8))).*
    from queues q where name = 'Vendas'`
  await goOnline(page.context(), cable)
  await expect(row(page, 'Eventos')).toBeVisible()
  await expect(row(page, 'Encomendas')).toContainText('Esta cor já está em uso, escolha outra.')

  await pill(page, /1 recusada/).click()
  const panel = sheet(page, 'Sincronização')
  await expect(panel).toContainText('Adicionar a fila Encomendas')
  await expect(panel).toContainText('Espera por isto: 1')
  await expect(panel).toContainText('Alterar a fila Encomendas')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Descartar' }).first().click()
  await expect(page.getByText('1 ação espera por esta e será tentada sem ela.')).toBeVisible()
  await button(page, 'Cancelar').click()
  await panel.getByRole('button', { name: 'Editar' }).click()

  await expect(sheet(page, 'Editar fila').getByRole('alert')).toContainText('Esta cor já está em uso')
  await expect(field(page, 'Nome')).toHaveValue('Encomendas')
  await page.getByRole('button', { name: '#1d4ed8' }).click()
  await button(page, 'Salvar').click()
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await expect(row(page, 'Encomendas')).not.toContainText('em uso')
  expect(await queueRow(stack, 'Encomendas')).toMatchObject({ color: '#1d4ed8', order_queue: 4 })
})

test('a message that was refused goes back to be written on', async ({ stack }) => {
  await stack.link()
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await stack.customer.sendText(companyNumber, 'Vocês entregam?')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await page.getByRole('button', { name: /^Aceitar o atendimento/ }).click()
  await expect(field(page, 'Mensagem')).toBeVisible()
  await goOffline(page, cable)
  await field(page, 'Mensagem').fill('Entregamos sim!')
  await page.keyboard.press('Enter')
  await stack.sql`update tickets set status = 'closed', closed_at = now()`
  await goOnline(page.context(), cable)

  await pill(page, /1 recusada/).click()
  await button(page, 'Editar').click()
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await button(page, 'Reabrir').click()
  await expect(field(page, 'Mensagem')).toHaveValue('Entregamos sim!')
  await field(page, 'Mensagem').press('Enter')
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Entregamos sim!'])
})

test('the files of a queue and of an option are chosen without network, and are there when it is back', async ({
  stack,
}) => {
  await greetAll(stack)
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await openQueues(page)
  await goOffline(page, cable)
  await openQueue(page, 'Vendas')
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`conteúdo de ${name}`) })
  await page.getByLabel('Arquivo da saudação').locator('input').setInputFiles(file('cardapio.txt'))
  await expect(page.getByText('cardapio.txt')).toBeVisible()
  await expect(page.getByText('Clique em salvar para registar as alterações.')).toBeVisible()
  await button(page, 'Salvar').click()
  await expect(row(page, 'Vendas').getByLabel('Na fila para enviar')).toBeVisible()

  await page.getByRole('link', { name: 'Chatbot de Vendas' }).click()
  await button(page, 'Adicionar opção').click()
  await field(page, 'Título').fill('Preços')
  await page.getByLabel('Arquivo', { exact: true }).locator('input').setInputFiles(file('precos.txt'))
  await expect(page.getByText('precos.txt')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Salvar').click()
  await expect(page.getByRole('button', { name: /Preços/ }).first()).toBeVisible()
  await goOnline(page.context(), cable)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  const [saved] = await stack.sql`select q.media_name as queue, o.media_name as option,
      (select count(*)::int from media_files f where f.hash in (q.media_hash, o.media_hash) and f.size = q.media_size) as files
    from queues q join queue_options o on o.queue_id = q.id`
  expect(saved).toMatchObject({ queue: 'cardapio.txt', option: 'precos.txt', files: 1 })
})
