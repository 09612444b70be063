// A conversation that moves and ends, as attendant and customer see it.
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addTickets } from './add-tickets.ts'
import { bubble, conversation, item, openConversation, pill } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { test } from './stack.ts'
import { takeBack } from './told.ts'

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
  await expect(page.getByRole('dialog', { name: 'Transferir atendimento' })).toMatchAriaSnapshot(`
    - heading "Transferir atendimento" [level=2]
    - button "Fechar"
    - combobox "Fila"
    - combobox "Atendente (opcional)"
    - combobox "Conexão"
    - textbox /^Recado/
    - button "Cancelar"
    - button "Transferir"
  `)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await transfer('Filial')
  await takeBack(page, 'Transferido: Ana')
  await expect.poll(connection).toBe(before)
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
  await transfer('Filial')
  await expect(page).toHaveURL(/\/tickets$/)
  await page.goBack()
  await expect(page.getByText('A conexão Filial está fora do ar: o que você escrever')).toBeVisible()
  await transfer(String(before))
  await page.goBack()
  await expect.poll(connection).toBe(before)
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()

  // To a colleague, with word of what it is about: unread to them, and told in the conversation, without network too.
  const rafael = await stack.person('rafael@aurora.example')
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Transferir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await page.getByRole('option', { name: 'Vendas' }).click()
  await dialog.getByRole('combobox', { name: 'Atendente (opcional)' }).click()
  await page.getByRole('option', { name: /^Rafael/ }).click()
  await dialog.getByRole('textbox', { name: /^Recado/ }).fill('Quer parcelar em três vezes')
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await expect(item(rafael, 'Ana Souza')).toContainText('1 não lida')
  await goOffline(rafael, stack.cable)
  await item(rafael, 'Ana Souza').getByRole('link').click()
  const happened = conversation(rafael).locator('[data-event]')
  await expect(happened).toHaveText([
    /^Aceito por Helena.* \d\d:\d\d$/,
    /^Transferido por Helena.*\(Rafael.*\) \d\d:\d\dQuer parcelar em três vezes$/,
  ])
  await expectAccessible(rafael)
  await goOnline(rafael.context(), stack.cable)
  await expect(pill(rafael, /Tudo sincronizado/)).toBeVisible()
  await expect(item(rafael, 'Ana Souza')).not.toContainText('não lida')

  await rafael.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect.poll(() => stack.customer.receivedTexts()).toContain('Até logo, Ana!')
})

test('another conversation comes with nothing open: neither dialog nor menu nor tags of the one before', async ({
  stack,
}) => {
  await addTickets(stack, [
    { name: 'Ana Souza', body: 'O bolo já está pronto?', user: 'helena@aurora.example' },
    { name: 'Bruno Lima', body: 'Vocês entregam?', user: 'helena@aurora.example' },
  ])
  const page = await stack.person('helena@aurora.example')
  await item(page, 'Ana Souza').getByRole('link').click()
  await expect(bubble(page, 'O bolo já está pronto?')).toBeVisible()
  await item(page, 'Bruno Lima').getByRole('link').click()
  await expect(bubble(page, 'Vocês entregam?')).toBeVisible()

  const more = page.getByRole('button', { name: 'Mais ações' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('O atendimento de Bruno Lima')
  await page.goBack()
  await expect(bubble(page, 'O bolo já está pronto?')).toBeVisible()
  await expect(dialog).toBeHidden()
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Transferir' })).toBeVisible()
  await page.goForward()
  await expect(bubble(page, 'Vocês entregam?')).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
  await page.getByRole('button', { name: 'Etiquetas', exact: true }).click()
  const tags = page.getByRole('textbox', { name: 'Buscar ou criar etiqueta' })
  await expect(tags).toBeVisible()
  await page.goBack()
  await expect(bubble(page, 'O bolo já está pronto?')).toBeVisible()
  await expect(tags).toBeHidden()

  // Over the conversation, where there is no room beside it.
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  await expect(dialog).toContainText('Ana Souza')
  await page.goForward()
  await expect(bubble(page, 'Vocês entregam?')).toBeVisible()
  await expect(dialog).toBeHidden()

  // Its buttons are the same and of the other ticket.
  await page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect
    .poll(
      () => stack.sql`select c.name, t.status from tickets t join contacts c on c.id = t.contact_id order by c.name`,
    )
    .toMatchObject([
      { name: 'Ana Souza', status: 'open' },
      { name: 'Bruno Lima', status: 'closed' },
    ])
})
