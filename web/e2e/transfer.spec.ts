// A conversation that moves and ends, as attendant and customer see it.
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openConversation } from './conversation.ts'
import { test } from './stack.ts'

test('a conversation moves to another connection, and on closing the customer is bidden farewell', async ({
  stack,
}) => {
  await stack.link()
  await stack.sql`update connections set complation_message = 'Até logo, {{firstName}}!'`
  await stack.sql`
    insert into connections (id, company_id, name, status, retries, is_default, created_at, updated_at)
    select uuidv7(), company_id, 'Filial', 'DISCONNECTED', 0, false, now(), now()
    from connections where complation_message <> '' limit 1`
  const page = await stack.person('helena@aurora.example')
  await openConversation(stack, page)
  const transfer = async (connection: string) => {
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Transferir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    await dialog.getByRole('combobox', { name: 'Conexão' }).click()
    await page.getByRole('option', { name: connection }).click()
    await dialog.getByRole('button', { name: 'Transferir' }).click()
    await expect(dialog).toBeHidden()
  }
  const connection = async () => {
    const [row] = await stack.sql`
      select k.name from tickets t join connections k on k.id = t.connection_id where t.status = 'open'`
    return row?.['name']
  }
  const before = await connection()
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Transferir' }).click()
  await expect(page.getByRole('dialog', { name: 'Transferir atendimento' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await transfer('Filial')
  await expect.poll(connection).toBe('Filial')
  await page.goBack()
  await expect(page.getByText('A conexão Filial está fora do ar: o que você escrever')).toBeVisible()
  const told = page.getByRole('listitem').filter({ hasText: 'Transferido: Ana' })
  await told.getByRole('button', { name: 'Desfazer' }).dispatchEvent('click')
  await expect.poll(connection).toBe(before)
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()

  await page.getByRole('button', { name: 'Resolver' }).click()
  await expect.poll(() => stack.customer.receivedTexts()).toContain('Até logo, Ana!')
})
