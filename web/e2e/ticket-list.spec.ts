// The list of tickets at its lengths: totals, windows, the keyboard, searching here and on the server, and new tickets.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bubble, conversation, hammer, item, pill, pointAt, synced } from './conversation.ts'
import { goOffline } from './offline.ts'
import { companyNumber, test } from './stack.ts'
import { takeBack } from './told.ts'
import { addTickets, type Ticket } from './add-tickets.ts'

const rafael = 'rafael@aurora.example'
const helena = 'helena@aurora.example'

const many = (count: number): Ticket[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `Cliente ${String(n + 1).padStart(3, '0')}`,
    body: `Pedido ${n + 1}`,
  }))

const rows = (page: Page) => page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar atendimentos' })

test('300 tickets: the tabs count all of them while a window is loaded, before they are here; the last one can be reached', async ({
  stack,
}) => {
  const waiting = { body: '', status: 'pending', user: null } as const
  await addTickets(stack, [
    ...many(300),
    { ...waiting, name: 'Zélia Espera', kind: 'voice' },
    { ...waiting, name: 'Lia Longe', kind: 'location' },
    { ...waiting, name: 'Davi Desistiu', kind: 'deleted' },
    { ...waiting, name: 'Nara Nova', kind: null },
  ])
  const [rowsMayCome, answersMayCome] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const page = await stack.person(rafael, {
    async prepare(context) {
      await context.route('**/api/shapes/**', (route) => rowsMayCome.promise.then(() => route.continue()))
      await context.route('**/api/queries', (route) => answersMayCome.promise.then(() => route.continue()))
    },
  })
  // How many is not known yet: none is not said.
  await expect(page.getByRole('button', { name: 'Sincronizando' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Atendendo', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Aguardando', exact: true })).toBeVisible()
  answersMayCome.resolve()
  await expect(page.getByRole('tab', { name: 'Atendendo 300' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Aguardando 4' })).toBeVisible()
  await expect(item(page, 'Cliente 300')).toHaveAttribute('aria-setsize', '300')
  await expect(page.getByRole('button', { name: 'Sincronizando' })).toBeVisible()
  rowsMayCome.resolve()
  await expect(page.getByRole('button', { name: 'Tudo sincronizado' })).toBeVisible()
  await expect(item(page, 'Cliente 300')).toHaveAttribute('aria-setsize', '300')
  expect(await rows(page).count()).toBeLessThan(40)
  await expectAccessible(page)

  await item(page, 'Cliente 300').getByRole('link').focus()
  await page.keyboard.press('End')
  await expect(item(page, 'Cliente 001').getByRole('link')).toBeFocused()
  await expect(item(page, 'Cliente 001')).toHaveAttribute('aria-posinset', '300')

  await page.getByRole('tab', { name: 'Aguardando 4' }).click()
  await expect(item(page, 'Zélia Espera')).toContainText('Mensagem de voz')
  await expect(item(page, 'Lia Longe')).toContainText('Localização')
  await expect(item(page, 'Davi Desistiu')).toContainText('Mensagem apagada')
  await expect(item(page, 'Nara Nova')).toContainText('Nenhuma mensagem ainda')
})

test('by keyboard: j and k move, Enter opens, e resolves, a accepts; what an item says; the open ticket has its letters; a word is none of them', async ({
  stack,
}) => {
  await addTickets(stack, [...many(3), { name: 'Bia Nova', body: 'Oi', status: 'pending', user: null }])
  const page = await stack.person(rafael)
  await synced(page)
  await expect(item(page, 'Cliente 003')).toBeVisible()
  await page.keyboard.press('2')
  await expect(item(page, 'Bia Nova')).toBeVisible()
  // Who waits stands beside the list, too, while no conversation is open.
  await expect(page.getByRole('region', { name: 'Quem espera' })).toContainText('1 cliente espera')
  await page.keyboard.press('1')
  await expect(item(page, 'Cliente 003')).toBeVisible()
  await page.keyboard.press('j')
  await expect(
    item(page, 'Cliente 003').getByRole('link', { name: /^Cliente 003 Pedido 3 Vendas.* \d\d:\d\d$/ }),
  ).toBeFocused()
  await page.keyboard.press('j')
  await expect(item(page, 'Cliente 002').getByRole('link')).toBeFocused()
  await page.keyboard.press('j')
  await expect(item(page, 'Cliente 001').getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await expect(item(page, 'Cliente 002').getByRole('link')).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('tab', { name: 'Atendendo 2' })).toBeVisible()
  // The next one is at hand.
  await expect(item(page, 'Cliente 001').getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByText('Pedido 1')).toBeVisible()

  await page.getByRole('tab', { name: 'Aguardando 1' }).click()
  await item(page, 'Bia Nova').getByRole('button', { name: 'Aceitar o atendimento de Bia Nova' }).focus()
  await page.keyboard.press('a')
  // Accepted: one can write.
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()

  await bubble(page, 'Oi').focus()
  await page.keyboard.press('l')
  await expect(page.getByRole('textbox', { name: 'Buscar ou criar etiqueta' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Buscar ou criar etiqueta' })).toBeHidden()
  await bubble(page, 'Oi').focus()
  await page.keyboard.press('t')
  await expect(page.getByRole('dialog', { name: 'Transferir atendimento' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await bubble(page, 'Oi').focus()
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(page.getByRole('tab', { name: 'Aguardando 1' })).toBeVisible()
  await page.getByRole('tab', { name: 'Resolvidos' }).click()
  await item(page, 'Cliente 002').getByRole('link').focus()
  // A word commands nothing: the row is still where it is.
  await page.keyboard.type('verificar')
  await item(page, 'Cliente 002').getByRole('link').click()
  await bubble(page, 'Pedido 2').focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Resolver' })).toBeVisible()
  await bubble(page, 'Pedido 2').focus()
  await expect(bubble(page, 'Pedido 2')).toBeFocused()
  await page.keyboard.press('e')
  // A letter waits whether it begins a word, and the notice of the first time may still stand.
  await expect(page).toHaveURL(/\/tickets$/)
  await takeBack(page, 'Resolvido: Cliente 002')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()

  await item(page, 'Cliente 003').getByRole('link').focus()
  await page.keyboard.type('verificar')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('verificar')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Atendendo 3' })).toBeVisible()

  await bubble(page, 'Pedido 2').focus()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Novo atendimento' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
})

test('by pointer: a second click takes nothing of what came under it, and what is done to a row leaves the open conversation', async ({
  stack,
}) => {
  await addTickets(stack, [
    ...many(4),
    { name: 'Caio Velho', body: 'Tchau', status: 'closed' },
    { name: 'Bia Nova', body: 'Oi', status: 'pending', user: null },
  ])
  const page = await stack.person(rafael)
  const statuses = async (status: string) =>
    (
      await stack.sql`
        select c.name from tickets t join contacts c on c.id = t.contact_id where t.status = ${status} order by c.name`
    ).map(({ name }) => name as string)
  const clients = ['Cliente 001', 'Cliente 002', 'Cliente 003', 'Cliente 004']

  await page.getByRole('tab', { name: 'Aguardando 1' }).click()
  await hammer(page, item(page, 'Bia Nova').getByRole('button', { name: 'Aceitar' }))
  await expect(page.getByRole('tab', { name: 'Atendendo 5' })).toBeVisible()
  await expect(bubble(page, 'Oi')).toBeVisible()
  await expect.poll(() => statuses('open')).toEqual(['Bia Nova', ...clients])

  const resolve = async () => {
    const row = item(page, 'Cliente 002')
    await pointAt(row, row.getByRole('button', { name: 'Resolver' }))
    await row.getByRole('button', { name: 'Resolver' }).click()
  }
  await resolve()
  await takeBack(page, 'Resolvido: Cliente 002')
  await expect(page.getByRole('tab', { name: 'Atendendo 5' })).toBeVisible()
  await expect(bubble(page, 'Oi')).toBeVisible()
  await resolve()
  await expect(page.getByRole('tab', { name: 'Atendendo 4' })).toBeVisible()
  await expect(bubble(page, 'Oi')).toBeVisible()

  await page.getByRole('tab', { name: 'Resolvidos' }).click()
  const reopen = item(page, 'Caio Velho').getByRole('button', { name: 'Reabrir' })
  await pointAt(item(page, 'Caio Velho'), reopen)
  await hammer(page, reopen)
  await expect(bubble(page, 'Tchau')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
  await synced(page)
  expect(await statuses('open')).toEqual(['Bia Nova', 'Caio Velho', 'Cliente 001', 'Cliente 003', 'Cliente 004'])
  expect(await statuses('closed')).toEqual(['Cliente 002'])
})

test('search: accents and wildcards; this device at once, the archived from the server, each ticket once', async ({
  stack,
}) => {
  await addTickets(stack, [
    { name: 'Conceição Araújo', body: 'A encomenda está 100% pronta' },
    { name: 'João', body: 'Outra ENCOMENDA, às seis' },
    { name: 'Arquivada', body: 'encomenda antiga', status: 'closed', archived: true },
    { name: 'Outro', body: 'Nada disso, são 1000' },
  ])
  const page = await stack.person(rafael)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await page.getByRole('tab', { name: 'Busca' }).click()
  await expect(page.getByText('Busque em todos os atendimentos')).toBeVisible()
  await search(page).fill('ninguém')
  await expect(page.getByText('Nada encontrado')).toBeVisible()
  await search(page).fill('conceicao')
  await expect(item(page, 'Conceição Araújo').locator('mark')).toHaveText('Conceição')
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('100%')
  await expect(rows(page)).toHaveCount(1)
  await expect(item(page, 'Conceição Araújo')).toBeVisible()

  await search(page).fill('encomenda')
  await expect(item(page, 'João').locator('mark')).toHaveText('ENCOMENDA')
  await expect(item(page, 'Arquivada').getByText('Resolvido')).toBeVisible()
  await expect(item(page, 'João').getByText('Resolvido')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(3)
  await expectAccessible(page)
  await item(page, 'João').getByRole('link').click()
  await expect(conversation(page).getByText('Outra ENCOMENDA')).toBeVisible()

  await goOffline(page, stack.cable)
  await search(page).fill('pronta')
  await expect(page.getByText('Só neste aparelho')).toBeVisible()
  await expect(item(page, 'Conceição Araújo')).toBeVisible()
})

test('a new ticket: from 3 letters, a queue, a new contact; whose it is when there is one already', async ({
  stack,
}) => {
  await addTickets(stack, [
    { name: 'Minha Cliente', body: 'Oi' },
    { name: 'Cliente da Helena', body: 'Olá', user: helena },
  ])
  const page = await stack.person(rafael)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' })
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Novo atendimento' }).click()
    await expect(dialog.getByRole('searchbox', { name: 'Buscar contato' })).toBeFocused()
    await dialog.getByRole('searchbox', { name: 'Buscar contato' }).fill('cl')
    await expect(dialog.getByRole('listitem')).toHaveCount(0)
    await dialog.getByRole('searchbox', { name: 'Buscar contato' }).fill('cliente')
    await dialog.getByRole('button', { name }).click()
    await pickQueue(page)
    await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
  }
  await choose('Cliente da Helena')
  await expect(dialog.getByText(/com Helena .*, na fila Vendas/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await choose('Minha Cliente')
  await expect(bubble(page, 'Oi')).toBeVisible()

  await goOffline(page, stack.cable)
  await page.getByRole('button', { name: 'Novo atendimento' }).click()
  await dialog.getByRole('button', { name: 'Criar contato' }).click()
  await dialog.getByLabel('Nome').fill('Nina Nova')
  await dialog.getByLabel('Número').fill('(21) 98888-7777')
  await dialog.getByRole('button', { name: 'Criar contato' }).click()
  await pickQueue(page)
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
  await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}/)
  await expect(item(page, 'Nina Nova')).toBeVisible()
})

test('an admin looks into what waits: nothing is marked as read, neither here nor for the customer', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person(helena)
  await stack.customer.sendText(companyNumber, 'Alguém aí?')
  await page.getByRole('tab', { name: 'Aguardando 1' }).click()
  const waiting = item(page, 'Ana Souza')
  const spy = waiting.getByRole('button', { name: 'Espiar a conversa com Ana Souza' })
  await pointAt(waiting, spy)
  await spy.click()
  const dialog = page.getByRole('dialog', { name: 'Espiando a conversa com Ana Souza' })
  await expect(dialog.getByText('Alguém aí?')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)

  await stack.customer.sendText(companyNumber, 'Posso passar às seis?')
  await expect(dialog.getByRole('article').filter({ hasText: 'Posso passar às seis?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(waiting).toContainText('2 não lidas')
  const statuses = async () =>
    (await stack.customer.messagesWith(companyNumber)).filter(({ fromMe }) => fromMe).map(({ status }) => status)
  await expect.poll(statuses).toEqual(['delivered', 'delivered'])
  expect(await stack.sql`select unread_messages, user_id from tickets`).toEqual([{ unread_messages: 2, user_id: null }])

  await waiting.getByRole('button', { name: 'Aceitar' }).click()
  await expect.poll(statuses).toEqual(['read', 'read'])
})

/** Somebody with one queue has it chosen already. */
async function pickQueue(page: Page) {
  const queue = page.getByRole('dialog').getByRole('combobox', { name: 'Fila' })
  if ((await queue.textContent())?.includes('Vendas')) return
  await queue.click()
  await page.getByRole('option', { name: 'Vendas' }).click()
}
