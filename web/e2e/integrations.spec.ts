// A Typebot from its form to the customer's phone, and a webhook that is told of it: what was sent, its answer, and once more.
import { startTestReceivers } from 'db/node/testing/test-receivers.ts'
import { bubble, startTestTypebot } from 'db/node/testing/test-typebot.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { chooseAtConnection } from './choose-at-connection.ts'
import { companyNumber, test } from './stack.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a Typebot answers a customer of the connection, and a CRM is told what happened', async ({ stack }) => {
  const [typebot, receivers] = await Promise.all([startTestTypebot(), startTestReceivers()])
  typebot.script = [
    {
      messages: [bubble('Olá! Sobre o quê?')],
      input: { id: 'i', type: 'choice input', items: [{ id: 'a', content: 'Preços' }] },
    },
    { messages: [bubble('A broa custa R$ 4.')] },
  ]
  const receiver = receivers.add()
  try {
    await stack.link()
    const page = await stack.person('helena@aurora.example')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await expect(page.getByText('Nenhum webhook ainda')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Novo webhook').click()
    const webhook = page.getByRole('dialog', { name: 'Novo webhook' })
    await webhook.getByLabel('Nome').fill('CRM')
    await webhook.getByLabel('Endereço (URL)').fill(receiver.url)
    await webhook.getByRole('switch', { name: /Mensagem recebida/ }).click()
    await expectAccessible(page)
    await button(page, 'Salvar').click()
    receiver.secret = await page.getByRole('textbox', { name: 'Segredo' }).inputValue()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Integrações' }).click()
    await expect(page.getByText('Nenhuma integração ainda')).toBeVisible()
    await page.getByRole('link', { name: 'Adicionar integração' }).first().click()
    const form = page.getByRole('dialog', { name: 'Adicionar integração' })
    await form.getByLabel('Nome', { exact: true }).fill('Bot da padaria')
    await button(page, 'Salvar').click()
    await expect(form.getByText('Obrigatório').first()).toBeVisible()
    await form.getByLabel('URL do Typebot').fill(typebot.url)
    await form.getByLabel('Nome do chatbot (slug)').fill('vendas')
    await form.getByLabel('Intervalo (ms)').fill('0')
    await expectAccessible(page)
    await button(page, 'Salvar').click()
    await expect(page.getByRole('row').filter({ hasText: 'Bot da padaria' })).toContainText('Typebot')
    await expectAccessible(page)

    await chooseAtConnection(page, 'Integração', 'Bot da padaria')
    await expect.poll(() => stack.sql`select 1 from connections where integration_id is not null`).toHaveLength(1)
    await stack.sql`update tickets set status = 'closed', closed_at = now() - interval '1 day'`
    await stack.customer.sendText(companyNumber, 'Bom dia')
    await stack.customer.receivedAt('*1* - Preços')
    await stack.customer.sendText(companyNumber, '1')
    await stack.customer.receivedAt('A broa custa R$ 4.')
    await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['message.received', 'message.received'])

    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('link', { name: /CRM/ }).click()
    const deliveries = page.getByRole('list', { name: 'Envios' }).getByRole('button')
    await expect(deliveries).toHaveCount(2)
    await expectAccessible(page)
    await deliveries.first().click()
    const told = page.getByRole('dialog')
    await expect(told.getByText('ok message.received')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Enviar de novo').click()
    await expect(deliveries).toHaveCount(3)
    await expect.poll(() => receiver.received.length).toBe(3)
    await button(page, 'Testar').click()
    await expect.poll(() => receiver.received.at(-1)?.type).toBe('webhook.test')
    expect(new Set(receiver.received.slice(0, 3).map(({ id }) => id)).size).toBe(2)
  } finally {
    typebot.stop()
    receivers.stop()
  }
})
