// A queue's chatbot as an admin makes it: without network and without a mouse, tried at once, and seen by the other admin.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { goOffline, goOnline } from './offline.ts'
import { test, type Stack } from './stack.ts'

const helena = 'helena@aurora.example'
const otavio = 'otavio@aurora.example'

const options = (page: Page) => page.getByRole('list', { name: 'Opções do chatbot' })
const option = (page: Page, title: string) => options(page).getByRole('listitem').filter({ hasText: title })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const log = (page: Page) => page.getByRole('log', { name: 'Conversa de teste' })

async function addAdmin({ sql }: Stack) {
  await sql`insert into users
    select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'name', 'Otávio Reis', 'email', ${otavio}::text))).*
    from users u where email = ${helena}`
}

async function openChatbot(page: Page) {
  await page.getByRole('link', { name: 'Filas' }).click()
  await page.getByRole('link', { name: 'Chatbot de Vendas' }).click()
  await expect(page.getByText('Este chatbot ainda não tem opções')).toBeVisible()
}

/** From the button that has the focus; the form gives it back. */
async function write(page: Page, opener: string, title: string, message: string) {
  await button(page, opener).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Título' })).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type(message)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Título' })).toBeHidden()
  await expect(button(page, opener)).toBeFocused()
}

async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Mensagem do cliente' }).fill(text)
  await page.keyboard.press('Enter')
}

/** The server's rows: place on the level, where what moved away leaves its number free, and the title above. */
const tree = async ({ sql }: Stack) => [
  ...(await sql`
  select o.title, o.option, p.title as inside from queue_options o left join queue_options p on p.id = o.parent_id
  order by p.title nulls first, o.option`),
]

test('a chatbot is made offline with the keyboard, tried, and arrives at the other admin', async ({ stack }) => {
  await stack.sql`update queues set greeting_message = 'Olá, {{firstName}}!'`
  await addAdmin(stack)
  const cable = await stack.ownCable()
  const [away, desk] = [await stack.person(helena, { cable }), await stack.person(otavio)]
  await Promise.all([openChatbot(away), openChatbot(desk)])
  await goOffline(away, cable)

  await write(away, 'Adicionar opção', 'Entregas', 'Entregamos até as 17h.')
  await write(away, 'Adicionar opção', 'Bolos', 'Qual bolo?')
  await write(away, 'Adicionar opção', 'Tortas', 'R$ 60.')
  const grip = (title: string) => button(away, `Mover ${title}: arraste ou use as setas do teclado`)
  await grip('Bolos').press('ArrowUp')
  await expect(options(away).getByRole('listitem').first()).toContainText('Bolos')
  await expect(grip('Bolos')).toBeFocused()
  await grip('Tortas').press('ArrowUp')
  await expect(option(away, 'Tortas')).toHaveAttribute('aria-posinset', '2')
  await grip('Tortas').press('ArrowRight')
  await expect(option(away, 'Tortas')).toHaveAttribute('aria-level', '2')
  await expect(away.getByText('Tortas: opção 1 de Bolos')).toBeAttached()
  await write(away, 'Adicionar opção dentro de Bolos', 'Aniversário', '')
  await expect(option(away, 'Aniversário')).toContainText('daqui o cliente espera um atendente')
  await expect(option(away, 'Entregas').getByLabel('Na fila para enviar')).toBeVisible()
  await expectAccessible(away)

  await say(away, 'oi')
  await expect(log(away)).toContainText('Olá, Ana!')
  await expect(log(away)).toContainText('1 - Bolos')
  await expect(log(away)).toContainText('2 - Entregas')
  await say(away, '1')
  await expect(log(away)).toContainText('1 - Tortas')
  await expect(away.getByRole('group', { name: 'Onde o cliente está' })).toHaveText('Vendas › Bolos')
  // What is being written answers before it is saved.
  await button(away, 'Ações de Tortas').press('Enter')
  await away.getByRole('menuitem', { name: 'Editar' }).press('Enter')
  await expect(away.getByRole('textbox', { name: 'Título' })).toBeFocused()
  await away.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('R$ 70.')
  await say(away, '1')
  await expect(log(away)).toContainText('R$ 70.')
  await expect(away.getByRole('group', { name: 'Onde o cliente está' })).toContainText('com os atendentes')
  await button(away, 'Salvar').click()
  await expect(option(away, 'Tortas')).toContainText('R$ 70.')

  await goOnline(away.context(), cable)
  await expect(button(away, /Tudo sincronizado/)).toBeVisible()
  await expect(option(desk, 'Tortas')).toContainText('R$ 70.')
  await expect(option(desk, 'Tortas')).toHaveAttribute('aria-level', '2')
  expect(await tree(stack)).toEqual([
    { title: 'Bolos', option: 1, inside: null },
    { title: 'Entregas', option: 3, inside: null },
    { title: 'Tortas', option: 1, inside: 'Bolos' },
    { title: 'Aniversário', option: 2, inside: 'Bolos' },
  ])

  await button(desk, 'Ações de Bolos').click()
  await desk.getByRole('menuitem', { name: 'Excluir' }).click()
  await expect(desk.getByText('As 2 opções que estão dentro dela também serão excluídas.')).toBeVisible()
  await button(desk, 'Excluir').click()
  await expect(options(desk).getByRole('listitem')).toHaveCount(1)
  await expect(options(away).getByRole('listitem')).toHaveCount(1)
})
