// Every screen, on a desk and on a phone, light and dark: nothing that axe finds.
import { expect } from '@playwright/test'
import { newId } from 'db/kit/new-id.ts'
import type { MessageDetails } from 'db/messages/details.ts'
import { expectAccessible } from './accessible.ts'
import { bubble, openConversation, openMessageMenu } from './conversation.ts'
import { companyNumber, test, type Stack } from './stack.ts'

test('the screens of an admin have no accessibility violations', async ({ stack }) => {
  await stack.link()
  await stack.sql`update queues set greeting_message = 'Olá!'`
  await stack.customer.sendText(companyNumber, 'Bom dia, vocês *entregam*? https://example.com')
  const desk = await stack.person('helena@aurora.example')
  await desk.getByRole('tab', { name: /Aguardando/ }).click()
  // The queue's greeting, by which the chatbot answers.
  await expect(desk.getByText('Olá!')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: /^Aceitar o atendimento/ }).click()
  await desk.getByRole('textbox', { name: 'Mensagem' }).fill('Entregamos sim!')
  await desk.keyboard.press('Enter')
  await expect(bubble(desk, 'Bom dia, vocês entregam?')).toBeVisible()
  await expect(bubble(desk, 'Entregamos sim!').getByLabel('Entregue')).toBeVisible()
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('link', { name: /Conexões/ }).click()
  await expect(desk.getByText('Conectado', { exact: true })).toBeVisible()
  await expectAccessible(desk)
  await desk.goto(`${stack.url}/notifications`)
  await expect(desk.getByRole('switch', { name: /^Mostrar o texto/ })).toBeEnabled()
  await expectAccessible(desk)
  await desk.getByRole('link', { name: 'Filas' }).click()
  await desk.getByRole('link', { name: 'Editar Vendas' }).click()
  await desk.getByRole('tab', { name: 'Horários de atendimento' }).click()
  await desk.getByRole('switch', { name: /^Tem horário/ }).click()
  await expect(desk.getByRole('group', { name: 'Segunda, horário 1' })).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Salvar' }).click()
  await desk.getByRole('link', { name: 'Chatbot de Vendas' }).click()
  await expect(desk.getByText('Este chatbot ainda não tem opções')).toBeVisible()
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.getByRole('button', { name: 'Adicionar opção' }).click()
  await expect(desk.getByRole('textbox', { name: 'Título' })).toBeFocused()
  await expectAccessible(desk)
})

interface KindOfMessage {
  media_type: string
  details?: MessageDetails
  [column: string]: unknown
}

/** What a customer can send and an attendant can see, without the files themselves. */
const kinds: KindOfMessage[] = [
  { media_type: 'chat', body: 'Com *marcas*, `código` e https://example.com', is_forwarded: true },
  {
    media_type: 'chat',
    body: 'com prévia',
    details: { link: { url: 'https://a.example', title: 'A', description: 'b' } },
  },
  {
    media_type: 'chat',
    body: 'citada',
    details: { quoted: { body: 'antes', mediaType: 'chat', fromMe: true, author: '' } },
  },
  { media_type: 'chat', body: 'minha, editada', from_me: true, ack: 3, edited_at: new Date() },
  { media_type: 'chat', body: 'recusada', from_me: true, ack: -1, ack_error: '463' },
  { media_type: 'chat', body: '', is_deleted: true },
  { media_type: 'image', is_view_once: true },
  { media_type: 'image', media_size: 1000 },
  { media_type: 'video', media_error: 'too_large' },
  { media_type: 'audio', details: { isVoice: true, seconds: 3 } },
  {
    media_type: 'location',
    details: { location: { latitude: 1, longitude: 2, name: 'Loja', address: 'Rua A, 1', isLive: false } },
  },
  { media_type: 'vcard', details: { contacts: [{ name: 'Zé', numbers: ['5511999990000'] }] } },
  { media_type: 'poll', body: 'Qual?', details: { poll: { options: ['A', 'B'], selectable: 0 } } },
  { media_type: 'call_log', details: { call: { isVideo: true, isGroup: false, wasRejected: true } } },
  { media_type: 'unsupported', details: { unsupported: 'orderMessage' } },
]

async function storeKinds({ sql }: Stack) {
  const [like] = await sql`select * from messages where body = 'Oi, tudo bem?'`
  for (const [index, { details = null, ...kind }] of kinds.entries()) {
    const id = newId()
    const at = new Date(Date.now() + index)
    const row = {
      ...like,
      id,
      whatsapp_id: id,
      body: '',
      created_at: at,
      ...kind,
      details: sql.json(details && { ...details }),
    }
    await sql`insert into messages ${sql({ ...row, reactions: sql.json({ me: '👍' }) })}`
  }
}

test('every kind of message, its menu and the emoji have no accessibility violations', async ({ stack }) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  await storeKinds(stack)
  await expect(page.getByText('Mensagem não suportada (orderMessage)')).toBeVisible()
  await expectAccessible(page)
  await openMessageMenu(bubble(page, 'minha, editada'))
  await expect(page.getByRole('menuitem', { name: 'Responder' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Responder' }).click()
  await page.getByRole('button', { name: 'Emojis' }).click()
  await expect(page.getByText('Sorrisos e emoção')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})
