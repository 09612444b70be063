// What it costs conversations between people that a slow model answers fifty others.
import { setTimeout as delay } from 'node:timers/promises'
import { startTestModel, testKeys } from 'db/node/testing/test-model.ts'
import { expect } from '@playwright/test'
import { chooseAtConnection } from '../e2e/choose-at-connection.ts'
import { companyNumber, test, type Stack } from '../e2e/stack.ts'
import { conversationTimes, printRatios } from './conversation-times.ts'
import { openConversation } from './open-conversation.ts'

/** ms an answer takes. With the shorter, the fifty write ten messages a second and are written ten, and that is work on any day. */
for (const { name, slow } of [
  { name: 'slow_model_50', slow: 20_000 },
  { name: 'model_50', slow: 5_000 },
])
  test(`fifty tickets are answered by a model that takes ${slow} ms, beside a conversation`, async ({ stack }) => {
    test.setTimeout(600_000)
    const model = await startTestModel()
    try {
      const page = await openConversation(stack)
      const alone = await conversationTimes(stack, page, 'sozinho')
      await choosePrompt(stack, model.baseUrl)
      let [asked, over] = [0, false]
      model.answer(async () => {
        asked++
        await delay(slow)
        return { text: 'Só um instante.' }
      })
      // Each asks again as soon as it is answered: fifty are waited for all the time.
      const customers = Array.from({ length: 50 }, async (_, at) => {
        const phone = await stack.phones.phone(`55119${String(70_000_000 + at)}`, `Pessoa ${at}`)
        for (let turn = 0; !over; turn++) {
          const before = (await phone.messagesWith(companyNumber)).length
          await phone.sendText(companyNumber, `Pergunta ${turn}`)
          await expect
            .poll(async () => over || (await phone.messagesWith(companyNumber)).length >= before + 2, {
              timeout: 12 * slow,
            })
            .toBe(true)
        }
      })
      await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThanOrEqual(50)
      const answeredBefore = asked
      const beside = await conversationTimes(stack, page, 'com modelo')
      expect(asked - answeredBefore, 'questions while it was measured').toBeGreaterThan(250_000 / slow)
      over = true
      printRatios(alone, beside, name)
      await Promise.all(customers)
    } finally {
      await model.stop()
    }
  })

async function choosePrompt(stack: Stack, baseUrl: string) {
  const page = await stack.person('helena@aurora.example')
  await page.getByRole('link', { name: 'Prompts' }).click()
  await page.getByRole('link', { name: 'Adicionar prompt' }).first().click()
  const form = page.getByRole('dialog', { name: 'Adicionar prompt' })
  await form.getByLabel('Nome').fill('Atendente da padaria')
  await form
    .getByRole('textbox', { name: 'Prompt' })
    .fill('Você é a atendente da Padaria Aurora. Responda com gentileza.')
  await form.getByLabel('Endereço da API').fill(baseUrl)
  await form.getByLabel('Chave da API').fill(testKeys.apiKey)
  await form.getByRole('combobox', { name: 'Setor' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Chaves de Atendente da padaria guardadas.')).toBeVisible()
  await chooseAtConnection(page, 'Prompt', 'Atendente da padaria')
  await expect.poll(() => stack.sql`select 1 from connections where prompt_id is not null`).toHaveLength(1)
  await page.context().close()
}
