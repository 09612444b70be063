// The board as those who work with it: moved by mouse, finger and keys, without network, and by two people at once.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addTickets } from './add-tickets.ts'
import { synced } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const lane = (page: Page, name: string) => page.getByRole('region', { name })
const card = (page: Page, name: string) => page.getByRole('link', { name })
const laneOf = (page: Page, name: string, who: string) => lane(page, name).getByRole('link', { name: who })

const addLanes = ({ sql }: Stack) => sql`
  insert into tags (id, company_id, name, color, kanban, created_at, updated_at)
  select uuidv7(), c.id, t.name, '#2563eb', t.kanban, now(), now() from companies c
  cross join (values ('1 Orçamento', true), ('2 Produção', true), ('3 Entrega', true), ('Cliente VIP', false)) t (name, kanban)
  where c.name = 'Padaria Aurora'`

const tagsOf = async ({ sql }: Stack, name: string) => {
  const rows = await sql`
    select g.name from ticket_tags x join tags g on g.id = x.tag_id join tickets t on t.id = x.ticket_id
    join contacts c on c.id = t.contact_id where c.name = ${name} order by g.name`
  return rows.map((row) => String(row['name']))
}

/** Let go now, the card goes there. */
const expectTarget = (page: Page, name: string) => expect(lane(page, name)).toHaveClass(/(^| )ring-2( |$)/)

async function drag(page: Page, who: string, to: string) {
  const [from, target] = [await card(page, who).boundingBox(), await lane(page, to).boundingBox()]
  if (!from || !target) throw new Error('both are on the screen')
  await page.mouse.move(from.x + 60, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 80, from.y + 30, { steps: 4 })
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 })
  await expectTarget(page, to)
  await page.mouse.up()
}

test('cards go where they are put, by whichever hand, and the last of two moves counts', async ({ stack }) => {
  await addLanes(stack)
  await addTickets(stack, [
    { name: 'Bruno Alves', body: 'Quero dois quilos', status: 'pending', user: null },
    { name: 'Ana Souza', body: 'O bolo já está pronto?' },
    { name: 'Carla Dias', body: 'Já paguei', status: 'closed' },
  ])
  await stack.sql`
    insert into ticket_tags (id, company_id, ticket_id, tag_id, queue_id, archived)
    select uuidv7(), t.company_id, t.id, g.id, t.queue_id, false from tickets t join contacts c on c.id = t.contact_id
    join tags g on g.name = 'Cliente VIP' where c.name = 'Ana Souza'`
  const helena = await stack.person('helena@aurora.example')
  await helena.setViewportSize({ width: 1440, height: 900 })
  await helena.getByRole('link', { name: 'Kanban' }).click()
  const rafael = await stack.person('rafael@aurora.example')
  await rafael.setViewportSize({ width: 1440, height: 900 })
  await rafael.goto(`${stack.url}/kanban`)

  await expect(laneOf(helena, 'Sem etapa', 'Ana Souza')).toContainText('Cliente VIP')
  await expect(laneOf(helena, 'Sem etapa', 'Bruno Alves')).toContainText(/Espera há \d min/)
  await expect(card(helena, 'Carla Dias')).toBeHidden()
  await expectAccessible(helena)

  await drag(helena, 'Ana Souza', '2 Produção')
  await expect(laneOf(helena, '2 Produção', 'Ana Souza')).toBeVisible()
  await expectTold(helena, 'Ticket Tag Adicionado com Sucesso!')
  await expect(laneOf(rafael, '2 Produção', 'Ana Souza')).toBeVisible()
  expect(await tagsOf(stack, 'Ana Souza')).toEqual(['2 Produção', 'Cliente VIP'])

  await goOffline(rafael, stack.cable)
  await card(rafael, 'Ana Souza').focus()
  await rafael.keyboard.press('Shift+ArrowRight')
  await expect(laneOf(rafael, '3 Entrega', 'Ana Souza')).toBeFocused()
  await goOnline(rafael.context(), stack.cable)
  await expect(laneOf(helena, '3 Entrega', 'Ana Souza')).toBeVisible()
  expect(await tagsOf(stack, 'Ana Souza')).toEqual(['3 Entrega', 'Cliente VIP'])

  await card(helena, 'Ana Souza').hover()
  await helena.getByRole('button', { name: 'Mover Ana Souza' }).click()
  await helena.getByRole('menuitem', { name: 'Sem etapa' }).click()
  await expectTold(helena, 'Ticket Tag Removido!')
  await expect(laneOf(rafael, 'Sem etapa', 'Ana Souza')).toBeVisible()
  await expect.poll(() => tagsOf(stack, 'Ana Souza')).toEqual(['Cliente VIP'])

  await card(helena, 'Ana Souza').click()
  await expect(helena).toHaveURL(/\/kanban\/[0-9a-f-]+$/)
  await expect(helena.getByRole('log', { name: 'Conversa' })).toContainText('O bolo já está pronto?')
  await expect(card(helena, 'Bruno Alves')).toBeVisible()
  await expectAccessible(helena)
  await helena.getByRole('link', { name: 'Fechar a conversa' }).click()
  await expect(helena).toHaveURL(/\/kanban$/)

  await helena.getByRole('button', { name: 'Atendentes' }).click()
  await helena.getByRole('menuitemcheckbox', { name: 'Rafael Nunes' }).click()
  await expect(card(helena, 'Bruno Alves')).toBeHidden()
  await expect(card(helena, 'Ana Souza')).toBeVisible()
})

test('on a phone a card is moved by a finger that stays on it', async ({ stack }) => {
  await addLanes(stack)
  await addTickets(stack, [{ name: 'Ana Souza', body: 'O bolo já está pronto?' }])
  const page = await stack.person('rafael@aurora.example', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.goto(`${stack.url}/kanban`)
  await synced(page)
  const box = await card(page, 'Ana Souza').boundingBox()
  if (!box) throw new Error('the card is on the screen')
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await send('touchStart', box.x + 60, box.y + 30)
  // As long as the finger has to stay.
  await expect(page.locator('[data-dnd-overlay]')).toBeVisible()
  for (const x of [150, 250, 330, 375]) await send('touchMove', x, 300)
  await expectTarget(page, '1 Orçamento')
  await send('touchEnd', 375, 300)
  await expect.poll(() => tagsOf(stack, 'Ana Souza')).toEqual(['1 Orçamento'])
})
