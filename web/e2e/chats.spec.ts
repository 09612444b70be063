// The team's chat as two people have it: made, written in, offline and back, read by whom, and gone for who is taken out of it.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bubble, openConversation, write } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { test } from './stack.ts'
import { expectTold } from './told.ts'

const [helenas, rafaels, marinas] = ['helena@aurora.example', 'rafael@aurora.example', 'marina@aurora.example']
const list = (page: Page) => page.getByRole('list', { name: 'Conversas da equipe' })
const chat = (page: Page, title: string) => list(page).getByRole('link').filter({ hasText: title })
const open = (page: Page) => page.getByRole('link', { name: 'Chat interno' }).click()

async function menu(page: Page, text: string, item: string) {
  await bubble(page, text).click({ button: 'left' })
  await bubble(page, text).press('Enter')
  await page.getByRole('menuitem', { name: item }).click()
}

test('two people talk: unread, mention, answer, offline and back, and nothing of it for who is taken out', async ({
  stack,
}) => {
  const cable = await stack.ownCable()
  const helena = await stack.person(helenas)
  const rafael = await stack.person(rafaels, { cable })

  await open(helena)
  await helena.getByRole('link', { name: 'Nova conversa' }).click()
  const form = helena.getByRole('dialog', { name: 'Nova conversa' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Por favor, preencha o título da conversa.')).toBeVisible()
  await expect(form.getByText('Por favor, selecione pelo menos um usuário.')).toBeVisible()
  await expectAccessible(helena)
  await form.getByLabel('Título').fill('Padaria')
  for (const name of ['Rafael Nunes', 'Marina Costa']) await form.getByRole('checkbox', { name }).check()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await chat(helena, 'Padaria').click()
  await helena.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia, @raf')
  await helena.getByRole('option', { name: 'Rafael Nunes' }).click()
  await expect(helena.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Bom dia, @Rafael Nunes ')
  await expect(helena.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await helena.keyboard.type('o pão acabou')
  await helena.keyboard.press('Enter')
  await expect(bubble(helena, 'o pão acabou').locator('b')).toHaveText('@Rafael Nunes')

  // He is told where he is, and reads it by opening it.
  await rafael.getByRole('button', { name: '1 conversa da equipe com mensagens não lidas' }).click()
  const told = rafael.getByRole('dialog', { name: 'Conversas da equipe' }).getByRole('link', { name: /Padaria/ })
  await expect(told).toContainText('Helena: Bom dia, @Rafael Nunes o pão acabou')
  await expect(told.getByRole('img', { name: 'Mencionaram você' })).toBeVisible()
  await told.click()
  await expect(bubble(rafael, 'o pão acabou')).toContainText('Helena Prado')
  await expect(rafael.getByText('Não lidas', { exact: true })).toBeVisible()
  await expect(rafael.getByRole('button', { name: 'Conversas da equipe', exact: true })).toBeVisible()
  await menu(helena, 'o pão acabou', 'Lida por')
  const readers = helena.getByRole('dialog', { name: 'Lida por' })
  await expect(readers.getByRole('list', { name: 'Já leram' })).toContainText('Rafael Nunes')
  await expect(readers.getByRole('list', { name: 'Ainda não leram' })).toContainText('Marina Costa')
  await expectAccessible(helena)
  await helena.keyboard.press('Escape')

  await rafael.getByRole('textbox', { name: 'Mensagem' }).pressSequentially('Vou ver')
  await expect(helena.getByText('Rafael está escrevendo…')).toBeVisible()
  await rafael.getByRole('textbox', { name: 'Mensagem' }).fill('')
  await menu(rafael, 'o pão acabou', 'Responder')
  await goOffline(rafael, cable)
  await write(rafael, 'Já pedi mais')
  await write(rafael, 'Chega às 9h')
  await expect(bubble(rafael, 'Chega às 9h').getByRole('img', { name: 'Aguardando conexão' })).toBeVisible()
  await write(helena, 'Alguém aí?')
  await goOnline(rafael.context(), cable)
  await expect(bubble(helena, 'Já pedi mais')).toContainText('o pão acabou')
  await expect(bubble(helena, 'Chega às 9h')).toBeVisible()
  await expect(bubble(rafael, 'Alguém aí?')).toBeVisible()
  await helena.getByLabel('Arquivos', { exact: true }).setInputFiles({
    name: 'pedido.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('20 quilos de farinha'),
  })
  await helena.getByRole('button', { name: 'Enviar' }).click()
  await expect(bubble(rafael, 'pedido.txt')).toBeVisible()
  await expectAccessible(rafael)

  // Only who owns it changes it; who is taken out has nothing of it any more, also on the device.
  await expect(rafael.getByRole('link', { name: 'Editar conversa' })).toBeHidden()
  await helena.getByRole('link', { name: 'Editar conversa' }).click()
  const edit = helena.getByRole('dialog', { name: 'Editar conversa' })
  await edit.getByRole('checkbox', { name: 'Rafael Nunes' }).uncheck()
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await expectTold(rafael, 'Esta conversa da equipe não existe mais, ou você não participa dela.')
  await expect(rafael).toHaveURL(/\/chats$/)
  await expect(rafael.getByText('Nenhuma conversa ainda')).toBeVisible()
  await rafael.reload()
  await expect(rafael.getByText('Nenhuma conversa ainda')).toBeVisible()

  // A new member has what was said before them, and none of it is unread.
  await helena.getByRole('link', { name: 'Editar conversa' }).click()
  await edit.getByRole('checkbox', { name: 'Rafael Nunes' }).check()
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await chat(rafael, 'Padaria').click()
  await expect(bubble(rafael, 'pedido.txt')).toBeVisible()
  await expect(bubble(rafael, 'Já pedi mais')).toBeVisible()
})

test('a ticket that is spoken of opens for who may see it, and says nothing of itself to who may not', async ({
  stack,
}) => {
  await stack.link()
  const rafael = await stack.person(rafaels)
  const marina = await stack.person(marinas)
  await openConversation(stack, rafael)
  await open(rafael)
  await rafael.getByRole('link', { name: 'Nova conversa' }).click()
  const form = rafael.getByRole('dialog', { name: 'Nova conversa' })
  await form.getByLabel('Título').fill('Dúvidas')
  for (const name of ['Helena Prado', 'Marina Costa']) await form.getByRole('checkbox', { name }).check()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await chat(rafael, 'Dúvidas').click()
  await rafael.getByRole('button', { name: 'Anexar' }).click()
  await rafael.getByRole('menuitem', { name: 'Atendimento' }).click()
  const tickets = rafael.getByRole('dialog', { name: 'Citar um atendimento' })
  const name = 'Ana Souza'
  await tickets.getByRole('button', { name }).click()
  await expect(bubble(rafael, name).getByRole('link')).toBeVisible()

  await open(marina)
  await expect(chat(marina, 'Dúvidas')).toContainText('Rafael: Atendimento')
  await chat(marina, 'Dúvidas').click()
  await expect(marina.getByText('Você não pode ver este atendimento.')).toBeVisible()
  await expect(marina.getByRole('log', { name: 'Conversa' }).getByText(name)).toHaveCount(0)
  await bubble(rafael, name).getByRole('link').click()
  await expect(rafael).toHaveURL(/\/tickets\//)
  await expect(rafael.getByRole('heading', { name })).toBeVisible()
})
