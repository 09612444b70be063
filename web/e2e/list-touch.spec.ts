// The desk under a thumb: what waits is looked into, resolved and accepted; a bubble is drawn to be quoted; Back closes what is in front.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bubble, item } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test } from './stack.ts'
import { expectTold, takeBack, toldSince } from './told.ts'

/** A finger that drags a row so far to the side, or down. */
async function drag(page: Page, row: Locator, by: number, way: 'aside' | 'down' = 'aside') {
  const box = await row.boundingBox()
  if (!box) throw new Error('the row is on the screen')
  const touch = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3]
  const at = (far: number) => [way === 'aside' ? { x: x + far, y } : { x, y: y + far }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(by * part) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** A finger that stays until something is there, and is lifted then. */
async function hold(page: Page, element: Locator, until: () => Promise<void>) {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is on the screen')
  const touch = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await until()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('on a phone an admin looks into what waits, resolves it and accepts it by swiping', async ({ stack }) => {
  await stack.link()
  const maria = await stack.phones.phone('5511911110009', 'Maria Aparecida Lima')
  const page = await stack.person('helena@aurora.example', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await stack.customer.sendText(companyNumber, 'Ganhe dinheiro fácil')
  await maria.sendText(companyNumber, 'Tem broa?')
  await page.getByRole('tab', { name: 'Aguardando 2' }).tap()
  const places = page.getByRole('navigation', { name: 'Lugares' })
  await expect(places.getByRole('link', { name: '2 aguardando, Atendimentos' })).toBeVisible()
  const row = item(page, 'Maria Aparecida Lima')
  await expect(row.getByText('Maria Aparecida Lima', { exact: true })).toBeVisible()
  const top = await page.getByRole('list', { name: 'Atendimentos' }).boundingBox()
  const bar = await page.getByRole('button', { name: /^Ordem/ }).boundingBox()
  expect(bar?.y, 'top bar, search and tabs').toBeLessThanOrEqual(170)
  expect(top?.y).toBeGreaterThan(bar?.y ?? 0)
  await expectAccessible(page)
  // As a screen reader goes through it.
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Atendimentos" [level=1]
    - searchbox "Buscar atendimentos"
    - button "Filas"
    - button "Novo atendimento"
    - tablist "Situação":
      - tab "Aguardando 2" [selected]
    - 'button "Ordem: mais recentes primeiro"'
    - button "Aceitar o próximo"
    - list "Atendimentos":
      - listitem:
        - text: /Maria Aparecida Lima 1 não lida Tem broa\\?/
        - time
        - button "Espiar a conversa com Maria Aparecida Lima"
        - button "Resolver o atendimento de Maria Aparecida Lima"
        - button "Aceitar o atendimento de Maria Aparecida Lima"
  `)

  const spy = row.getByRole('button', { name: 'Espiar a conversa com Maria Aparecida Lima' })
  expect((await spy.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  const accept = await row.getByRole('button', { name: /^Aceitar/ }).boundingBox()
  const time = await row.locator('time').boundingBox()
  expect(accept?.y, 'the button is below the time').toBeGreaterThanOrEqual((time?.y ?? 0) + (time?.height ?? 0))
  await spy.tap()
  const dialog = page.getByRole('dialog', { name: 'Espiando a conversa com Maria Aparecida Lima' })
  await expect(dialog.getByText('Tem broa?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fechar' }).tap()
  await expect(dialog).toBeHidden()

  await drag(page, item(page, 'Ana Souza'), 60)
  await drag(page, item(page, 'Ana Souza'), 120)
  await expect(item(page, 'Ana Souza')).toHaveCount(0)
  const tickets = () => stack.sql`
    select c.name, t.status from tickets t join contacts c on c.id = t.contact_id order by c.name`
  await expect.poll(tickets).toEqual([
    { name: 'Ana Souza', status: 'closed' },
    { name: 'Maria Aparecida Lima', status: 'pending' },
  ])
  // By how long they wait: the button takes whoever has waited longest.
  await stack.sql`update tickets set waiting_since = now() where status = 'pending'`
  await expect(row.locator('time')).toHaveText('agora')
  await stack.sql`update tickets set waiting_since = now() - interval '190 minutes' where status = 'pending'`
  await expect(row.locator('time')).toHaveText('3 h')
  await page.getByRole('button', { name: 'Ordem: mais recentes primeiro' }).click()
  await expect(page.getByRole('button', { name: 'Ordem: maior espera primeiro' })).toBeVisible()
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await drag(page, row, -120)
  await expect(bubble(page, 'Tem broa?')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Maria Aparecida Lima' })).toBeVisible()

  // What comes below it moves it.
  await expect(page.getByText('Aceito por Helena Prado')).toBeVisible()
  const menu = page.getByRole('menu', { name: 'Ações da mensagem' })
  await hold(page, bubble(page, 'Tem broa?'), () => expect(menu).toBeVisible())
  const conversation = page.url()
  await page.goBack()
  await expect(menu).toBeHidden()
  await hold(page, bubble(page, 'Tem broa?'), () => expect(menu).toBeVisible())
  await menu.getByRole('menuitem', { name: 'Responder' }).tap()
  const giveUp = page.getByRole('button', { name: 'Cancelar resposta' })
  await giveUp.tap()
  await expect(giveUp).toBeHidden()
  // Not far enough is a change of mind.
  await drag(page, bubble(page, 'Tem broa?'), 40)
  await drag(page, bubble(page, 'Tem broa?'), 90)
  await expect(giveUp).toBeVisible()

  const box = page.getByRole('textbox', { name: 'Mensagem' })
  await box.tap()
  await box.pressSequentially('Tem sim.')
  await box.press('Enter')
  await box.pressSequentially('De milho.')
  await expect(box).toHaveValue('Tem sim.\nDe milho.')
  await page.getByRole('button', { name: 'Enviar' }).tap()
  await expect(bubble(page, 'De milho.')).toContainText('Tem broa?')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - link "Voltar para a lista"
    - heading "Maria Aparecida Lima" [level=1]
    - button "Resolver"
    - button "Mais ações"
    - button "Dados do contato"
    - log "Conversa":
      - 'article "Maria Aparecida Lima: Tem broa?"'
      - article /^Você. Tem sim/
    - button "Anexar"
    - textbox "Mensagem"
  `)
  // The next one from the same spot: between the two taps nothing but the keyboard was touched, which is no part of the page.
  await box.pressSequentially('Quer levar uma?', { delay: 50 })
  await page.getByRole('button', { name: 'Enviar' }).tap()
  await expect(bubble(page, 'Quer levar uma?')).toBeVisible()
  await expect(box).toHaveValue('')

  await page.getByRole('button', { name: 'Dados do contato' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Dados do contato' })
  await sheet.getByRole('button', { name: 'Editar contato' }).tap()
  const form = page.getByRole('dialog', { name: 'Editar contato' })
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  expect(page.url()).toBe(conversation)
  await page.goBack()
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(row).toBeVisible()

  // Pulled down, the list asks the server at once, and says so when it is not there.
  const current = page.getByText('Tudo atualizado.')
  await drag(page, row, 60, 'down')
  await drag(page, row, 180, 'down')
  await expectTold(page, 'Tudo atualizado.')
  await expect(current).toBeHidden()
  // One pull is one question.
  expect(await toldSince(page)).not.toContain('Tudo atualizado.')
  await goOffline(page, stack.cable)
  await drag(page, row, 180, 'down')
  await expectTold(page, 'Sem conexão com o servidor. Tente de novo em instantes.')
  await expect(current).toBeHidden()
  await goOnline(page.context(), stack.cable)

  // The places of the bar at the bottom, and the drawer with the rest.
  await places.getByRole('link', { name: 'Contatos' }).tap()
  await expect(page.getByRole('heading', { name: 'Contatos' })).toBeVisible()
  await page.getByRole('link', { name: 'Adicionar contato' }).tap()
  const adding = page.getByRole('dialog', { name: 'Adicionar contato' })
  await adding.getByRole('textbox', { name: 'Nome' }).fill('Bruna')
  await adding.getByRole('button', { name: 'Cancelar' }).tap()
  const question = page.getByText('Descartar as alterações?')
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(adding).toBeVisible()
  // The form has an address of its own: the way back leads out of it, and asks.
  await page.goBack()
  await page.getByRole('button', { name: 'Descartar' }).tap()
  await expect(adding).toBeHidden()
  await places.getByRole('button', { name: 'Mais' }).tap()
  const drawer = page.getByRole('dialog', { name: 'Helena Prado' })
  await expect(drawer.getByRole('link', { name: 'Filas' })).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/contacts$/)
  await expectAccessible(page)
  // As the app's shortcut on a phone's home screen.
  await page.goto(`${stack.url}/tickets?tab=pending`)
  await expect(page.getByRole('tab', { name: 'Aguardando' })).toHaveAttribute('aria-selected', 'true')

  // As the palette's “Buscar … nas mensagens” opens it: what was written is found, and the address says it no more.
  await page.goto(`${stack.url}/tickets?find=de milho`)
  await expect(page.getByRole('searchbox', { name: 'Buscar atendimentos' })).toHaveValue('de milho')
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(row).toContainText('De milho.')
  await row.getByRole('link').first().tap()
  await expect(bubble(page, 'De milho.')).toBeVisible()

  // Deleted, and taken back: on a phone the list is left for, and the conversation is there again.
  const theirs = () => stack.sql`
    select from tickets t join contacts c on c.id = t.contact_id where c.name = 'Maria Aparecida Lima'`
  await page.getByRole('button', { name: 'Mais ações' }).tap()
  await page.getByRole('menuitem', { name: 'Excluir atendimento' }).tap()
  await page.getByRole('button', { name: 'Excluir', exact: true }).tap()
  await takeBack(page, 'Ticket deleted sucessfully.')
  await expect(page).toHaveURL(/\/tickets\/[\w-]+$/)
  await expect(bubble(page, 'De milho.')).toBeVisible()
  await page.reload()
  await expect(bubble(page, 'De milho.')).toBeVisible()
  expect((await theirs()).length).toBe(1)
})
