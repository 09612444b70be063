// A conversation that has left the device: its address shows it read-only, from the server.
import { expect } from '@playwright/test'
import { bubble, conversation, openConversation, write } from './conversation.ts'
import { test } from './stack.ts'

test('an archived ticket opens read-only, with when it was fetched', async ({ stack }) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  await write(page, 'Até logo')
  const address = page.url()
  await page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect(page).toHaveURL(/\/tickets$/)
  await expect.poll(async () => (await stack.sql`select status from tickets`)[0]?.['status']).toBe('closed')
  await stack.sql.begin(async (tx) => {
    await tx`update messages set archived = true`
    await tx`update tickets set archived = true`
  })
  await page.goto(address)
  await expect(page.getByText(/Arquivado, somente leitura · buscado do servidor em/)).toBeVisible()
  await expect(bubble(page, 'Até logo')).toBeVisible()
  await expect(conversation(page).getByText(/Atendimento resolvido em/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveCount(0)
})
