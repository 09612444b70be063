// Colleagues who mention each other in a ticket's notes: found by name, told in the bell, led to the note; without network too.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addTickets } from './add-tickets.ts'
import { item, pill } from './conversation.ts'
import { cutNetwork, goOnline } from './offline.ts'
import { test } from './stack.ts'

const drawerOf = (page: Page) => page.getByRole('complementary', { name: 'Dados do contato' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Nova observação' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

test('a mention is picked by name, told to whom may see it, and leads to the note', async ({ stack }) => {
  await addTickets(stack, [{ name: 'Ana Souza', body: 'O bolo já está pronto?', user: 'helena@aurora.example' }])
  const helena = await stack.person('helena@aurora.example')
  await helena.setViewportSize({ width: 1440, height: 900 })
  await item(helena, 'Ana Souza').click()
  await helena.getByRole('button', { name: 'Dados do contato' }).click()
  const cable = await stack.ownCable()
  const rafael = await stack.person('rafael@aurora.example', { cable })
  for (const each of [helena, rafael]) await expect(pill(each, /Tudo sincronizado/)).toBeVisible()
  await rafael.setViewportSize({ width: 390, height: 844 })

  await field(helena).pressSequentially('@márina')
  await expect(option(helena, /Marina Costa/)).toContainText('Não vê este atendimento')
  await helena.keyboard.press('Enter')
  await field(helena).fill('@Marina Costa viu? ')
  await expect(drawerOf(helena).getByText('Marina Costa não vê este atendimento e não receberá aviso.')).toBeVisible()
  await field(helena).fill('')
  await field(helena).pressSequentially('@nún')
  await expect(option(helena, 'Rafael Nunes')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(helena)
  await helena.keyboard.press('Enter')
  await expect(field(helena)).toHaveValue('@Rafael Nunes ')
  await field(helena).pressSequentially('liga para ela?')
  await expect(drawerOf(helena).getByText('Rafael Nunes receberá um aviso.')).toBeVisible()
  await helena.keyboard.press('Control+Enter')
  await expect(drawerOf(helena).getByRole('listitem').filter({ hasText: '@Rafael Nunes liga para ela?' })).toBeVisible()

  await rafael.getByRole('button', { name: '1 menção a você' }).click()
  await expectAccessible(rafael)
  await rafael.getByRole('link', { name: /Helena Prado mencionou você.*Ana Souza/ }).click()
  const note = rafael
    .getByRole('dialog', { name: 'Dados do contato' })
    .getByRole('listitem')
    .filter({ hasText: 'liga' })
  await expect(note).toBeFocused()
  await expect(note).toContainText('@Rafael Nunes liga para ela?')
  await expectAccessible(rafael)
  await expect
    .poll(async () => (await stack.sql`select seen_at from note_mentions`).map((row) => row['seen_at'] !== null))
    .toEqual([true])

  await cutNetwork(rafael.context(), cable)
  await rafael.getByRole('button', { name: 'Mencionar um colega' }).click()
  await option(rafael, 'Helena Prado').click()
  await expect(field(rafael)).toHaveValue('@Helena Prado ')
  await field(rafael).pressSequentially('liguei')
  await rafael.getByRole('button', { name: 'Adicionar observação' }).click()
  await expect(rafael.getByText('@Helena Prado liguei')).toBeVisible()
  await goOnline(rafael.context(), cable)
  await expect(drawerOf(helena).getByText('@Helena Prado liguei')).toBeVisible()

  // Who has the notes before them has seen it.
  await expect(pill(helena, /Tudo sincronizado/)).toBeVisible()
  await field(helena).fill('@Rafael Nunes obrigada')
  await helena.getByRole('button', { name: 'Adicionar observação' }).click()
  await expect(rafael.getByText('@Rafael Nunes obrigada')).toBeVisible()
  const unseen = async () => (await stack.sql`select 1 from note_mentions where seen_at is null`).length
  await expect.poll(unseen).toBe(0)
})

test('who is here is shown while somebody looks, and in which ticket to who may know', async ({ stack }) => {
  await addTickets(stack, [{ name: 'Ana Souza', body: 'O bolo já está pronto?' }])
  const cable = await stack.ownCable()
  const helena = await stack.person('helena@aurora.example', { cable })
  await helena.setViewportSize({ width: 1440, height: 900 })
  const rafael = await stack.person('rafael@aurora.example')
  await item(rafael, 'Ana Souza').click()
  await helena.getByRole('button', { name: 'Quem está aqui' }).click()
  const team = helena.getByRole('list', { name: 'Quem está aqui' })
  const colleague = (name: string) => team.getByRole('listitem').filter({ hasText: name })
  await expect(colleague('Marina Costa')).toContainText('Offline')
  await expect(async () => {
    await helena.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(colleague('Rafael Nunes')).toContainText('Online · Ana Souza', { timeout: 500 })
  }).toPass()
  await expectAccessible(helena)

  await rafael.clock.install()
  await rafael.clock.fastForward('06:00')
  // It looks now, and not only when the next twenty seconds are over.
  await rafael.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => (await stack.sql`select 1 from logins where away_since is not null`).length).toBe(1)
  await expect(async () => {
    await helena.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(colleague('Rafael Nunes')).toContainText(/Ausente desde/, { timeout: 500 })
  }).toPass()
  await cutNetwork(helena.context(), cable)
  await expect(helena.getByText(/Sem conexão: como estava às/)).toBeVisible()
  await expect(colleague('Rafael Nunes')).toContainText(/Ausente desde/)
})
