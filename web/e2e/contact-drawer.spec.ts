// The contact beside the conversation: notes, tags and details, without network and then everybody's.
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openConversation, pill } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { test } from './stack.ts'
import { expectTold } from './told.ts'

test('notes, tags and details made offline are there at once, and the company’s when the network is back', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  await goOffline(page, stack.cable)
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const drawer = page.getByRole('complementary', { name: 'Dados do contato' })

  await drawer.getByRole('textbox', { name: 'Nova observação' }).fill('x')
  await drawer.getByRole('button', { name: 'Adicionar observação' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Escreva pelo menos 2 caracteres.')
  await drawer.getByRole('textbox', { name: 'Nova observação' }).fill('Prefere ligar de manhã')
  await drawer.getByRole('button', { name: 'Adicionar observação' }).click()
  await expectTold(page, 'Observação adicionada com sucesso!')
  await expect(drawer.getByText('Prefere ligar de manhã')).toBeVisible()

  await drawer.getByRole('button', { name: 'Etiqueta', exact: true }).click()
  await page.getByRole('textbox', { name: 'Buscar ou criar etiqueta' }).fill('Cliente VIP')
  await page.getByRole('button', { name: 'Criar a etiqueta “Cliente VIP”' }).click()
  await expect(page.getByRole('button', { name: 'Cliente VIP', pressed: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer.getByRole('button', { name: 'Remover a etiqueta Cliente VIP' })).toBeVisible()

  await drawer.getByRole('button', { name: 'Editar contato' }).click()
  const form = page.getByRole('dialog', { name: 'Editar contato' })
  await form.getByLabel('Nome', { exact: true }).fill('A')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Muito curto: pelo menos')).toBeVisible()
  await form.getByLabel('Nome', { exact: true }).fill('Ana Maria Souza')
  await form.getByRole('button', { name: 'Adicionar informação' }).click()
  await form.getByLabel('Nome do campo').fill('CPF')
  await form.getByLabel('Valor do campo').fill('123')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(drawer.getByText('Ana Maria Souza')).toBeVisible()
  await expect(drawer.getByText('CPF')).toBeVisible()
  await expectAccessible(page)

  await goOnline(page.context(), stack.cable)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  expect(
    (
      await stack.sql`
        select c.name, c.extra_info, n.note, g.name as tag from contacts c join ticket_notes n on n.contact_id = c.id
        join ticket_tags x on x.ticket_id = n.ticket_id join tags g on g.id = x.tag_id`
    ).map((row) => ({ ...row })),
  ).toEqual([
    {
      name: 'Ana Maria Souza',
      extra_info: [{ name: 'CPF', value: '123' }],
      note: 'Prefere ligar de manhã',
      tag: 'Cliente VIP',
    },
  ])
  await drawer.getByRole('button', { name: 'Excluir observação' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expectTold(page, 'Observação excluída com sucesso!')
  await expect.poll(async () => (await stack.sql`select count(*)::int as n from ticket_notes`)[0]?.['n']).toBe(0)
})
