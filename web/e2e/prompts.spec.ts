// A prompt from its form to the customer's phone: tried before it is saved, chosen at the connection, answering; then help to write for a person.
import { startTestModel, testKeys } from 'db/node/testing/test-model.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { chooseAtConnection } from './choose-at-connection.ts'
import { bubble, openConversation } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test } from './stack.ts'
import { expectTold } from './told.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const words = 'Você é a atendente da Padaria Aurora. Responda com gentileza, em poucas frases.'

test('tried, saved, chosen, it answers; what it suggests to a person is sent by nobody but them', async ({ stack }) => {
  const model = await startTestModel()
  try {
    await stack.link()
    const page = await stack.person('helena@aurora.example')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: 'Prompts' }).click()
    await expect(page.getByText('Nenhum prompt ainda')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Adicionar prompt' }).first().click()
    const form = page.getByRole('dialog', { name: 'Adicionar prompt' })
    await form.getByLabel('Nome').fill('Atendente da padaria')
    await form.getByRole('textbox', { name: 'Prompt' }).fill(words)
    await form.getByLabel('Endereço da API').fill(model.baseUrl)
    await form.getByLabel('Chave da API').fill(testKeys.apiKey)
    await button(page, 'Salvar').click()
    await expect(form.getByText('Informe o setor')).toBeVisible()
    await form.getByRole('combobox', { name: 'Setor' }).click()
    await page.getByRole('option').first().click()

    model.answer(() => ({ text: 'Temos pão de queijo, sim!' }))
    await form.getByLabel('Mensagem do cliente').fill('Tem pão de queijo?')
    await form.getByRole('button', { name: 'Experimentar' }).click()
    await expect(form.getByText('Temos pão de queijo, sim!')).toBeVisible()
    await expect(form.getByText(/1100 tokens/)).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Salvar').click()
    await expectTold(page, 'Chaves de Atendente da padaria guardadas.')
    await expect(page.getByRole('row').filter({ hasText: 'Atendente da padaria' })).toContainText('…4711')
    await expectAccessible(page)

    // By hand in the connection's form; what is already open is people's.
    await chooseAtConnection(page, 'Prompt', 'Atendente da padaria')
    await expect.poll(() => stack.sql`select 1 from connections where prompt_id is not null`).toHaveLength(1)
    await stack.sql`update tickets set status = 'closed', closed_at = now() - interval '1 day'`
    await stack.customer.sendText(companyNumber, 'Tem pão de queijo?')
    await stack.customer.receivedAt('Temos pão de queijo, sim!')

    // A person takes over, and is helped to write.
    await stack.sql`update settings set copilot_prompt_id = (select id from prompts limit 1)`
    await stack.sql`
      insert into settings (id, company_id, user_rating, schedule_type, check_msg_is_group, call, chat_bot_type, send_greeting_accepted,
        send_msg_transf_ticket, user_creation, campaigns_enabled, reopen_window_minutes, devices_per_user, copilot_prompt_id, created_at, updated_at)
      select company_id, company_id, 'disabled', 'disabled', 'disabled', 'enabled', 'text', 'disabled', 'disabled', 'enabled', 'enabled', 120, 1, id,
        now(), now() from prompts on conflict do nothing`
    await page.getByRole('link', { name: 'Atendimentos' }).click()
    await openConversation(stack, page)
    model.answer(() => ({ text: 'Saem do forno às dez.' }))
    await button(page, 'Ajuda para escrever').click()
    await page.getByRole('menuitem', { name: 'Sugerir resposta' }).click()
    const field = page.getByRole('textbox', { name: 'Mensagem' })
    await expect(field).toHaveValue('Saem do forno às dez.')
    expect(await stack.sql`select from messages where body like 'Saem%'`).toHaveLength(0)
    await expectAccessible(page)
    await goOffline(page, stack.cable)
    await expect(button(page, 'Ajuda para escrever: só com internet')).toBeDisabled()
    await goOnline(page.context(), stack.cable)
    await button(page, 'Enviar').click()
    await expect(bubble(page, 'Saem do forno às dez.')).toBeVisible()
    await stack.customer.receivedAt('Saem do forno às dez.')
    expect(model.refused).toEqual([])

    // What was asked and answered is there to be read.
    await page.getByRole('link', { name: 'Prompts' }).click()
    await page
      .getByRole('link', { name: /^Editar/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Ver o que ela recebeu e respondeu' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Sugestão' }).click()
    await expect(page.getByText('Saem do forno às dez.', { exact: false }).last()).toBeVisible()
    await expectAccessible(page)
  } finally {
    await model.stop()
  }
})
