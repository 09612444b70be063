// Pages that are left, kept, gone back to and frozen, as browsers do it with people's tabs: nothing crashes, nobody waits for a page that does nothing.
import { expect, type Page } from '@playwright/test'
import { bubble, item, openConversation, pill, synced, write } from './conversation.ts'
import { companyNumber, test, type Stack } from './stack.ts'

const rafael = 'rafael@aurora.example'

/** By the address bar. A tab that crashes says so at once. */
async function leave({ url }: Stack, page: Page) {
  await page.evaluate(() => void Object.assign(window, { mark: 'kept' }))
  const crash = Promise.withResolvers<never>()
  const onCrash = () => crash.reject(new Error('the tab crashed'))
  page.once('crash', onCrash)
  await Promise.race([page.goto(`${url}/contacts`), crash.promise])
  await Promise.race([contactsAreSynced(page), crash.promise])
  page.off('crash', onCrash)
}

async function contactsAreSynced(page: Page) {
  await expect(page.getByRole('heading', { name: 'Contatos' })).toBeVisible()
  await synced(page)
}

/** Whether the page was kept. A browser may drop it for reasons of its own, never because of what the page does. */
async function goBack(page: Page): Promise<boolean> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  const reasons: { type: string; reason: string }[] = []
  browser.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => reasons.push(...notRestoredExplanations))
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/tickets/)
  await expect(bubble(page, 'Oi, tudo bem?')).toBeVisible()
  const kept = await page.evaluate(() => 'mark' in window)
  await browser.detach()
  expect(reasons.filter(({ type }) => type !== 'Circumstantial')).toEqual([])
  expect(kept || reasons.length > 0).toBe(true)
  return kept
}

test('a page that was left and is gone back to goes on where it was', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  const texts: string[] = []
  let timesKept = 0
  // On a busy machine Chromium drops a page now and then whose worker has not ended yet when the next page's opens the same files.
  while (timesKept < 3) {
    await leave(stack, page)
    if (await goBack(page)) timesKept++
    const text = `Alguém aí? ${texts.length}`
    await stack.customer.sendText(companyNumber, text)
    await expect(bubble(page, text)).toBeVisible()
    texts.push(`Sobre "${text}"`)
    await write(page, `Sobre "${text}"`)
    await synced(page)
  }
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(texts)

  await leave(stack, page)
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.evaluate(() => history.back())
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByText('Oi, tudo bem?')).toBeHidden()
})

test('a tab that the browser freezes keeps nobody waiting, and catches up when it goes on', async ({ stack }) => {
  await stack.link()
  const leader = await stack.person(rafael)
  await openConversation(stack, leader)
  const other = await leader.context().newPage()
  await other.goto(leader.url())
  await expect(bubble(other, 'Oi, tudo bem?')).toBeVisible()

  const browser = await leader.context().newCDPSession(leader)
  await browser.send('Page.setWebLifecycleState', { state: 'frozen' })
  await write(other, 'Da outra aba.')
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Da outra aba.'])
  await stack.customer.sendText(companyNumber, 'Recebi!')
  await expect(bubble(other, 'Recebi!')).toBeVisible()
  await other.goto(`${stack.url}/tickets`)
  await expect(item(other, 'Ana Souza')).toContainText('Recebi!')

  await browser.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(bubble(leader, 'Recebi!')).toBeVisible()
  await write(leader, 'As duas abas vivem.')
  await expect(item(other, 'Ana Souza')).toContainText('As duas abas vivem.')
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Da outra aba.', 'As duas abas vivem.'])
})

test('opened again it looks as it was left before its code is there, and a link that was clicked meanwhile is followed', async ({
  stack,
}) => {
  let codeMayCome = Promise.resolve()
  const first = await stack.person(rafael, {
    bare: true,
    serviceWorkers: 'block',
    prepare: async (context) =>
      void (await context.route('**/assets/*.js', (route) => codeMayCome.then(() => route.continue()))),
  })
  await stack.link()
  await openConversation(stack, first)
  await synced(first)
  await first.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click()
  await expect(first).toHaveURL(/\/tickets$/)
  const row = await item(first, 'Ana Souza').boundingBox()
  // A slow machine has kept one before the ticket was accepted.
  await expect
    .poll(() => first.evaluate(() => localStorage.getItem('last-page /tickets')))
    .toMatch(/Ana Souza.*Nenhuma conversa aberta/s)
  await item(first, 'Ana Souza').getByRole('link').click()
  await expect(bubble(first, 'Oi, tudo bem?')).toBeVisible()
  const conversation = first.url()

  /** Closed, and opened with no code for now. */
  const openAgain = async (before: Page, address: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    codeMayCome = promise
    await before.close()
    const page = await before.context().newPage()
    await page.goto(address, { waitUntil: 'commit' })
    return { page, picture: page.locator('[data-last-page]'), letCome: resolve }
  }
  const atStart = await openAgain(first, `${stack.url}/tickets`)
  await expect(atStart.picture.getByText('Ana Souza')).toBeVisible()
  await expect(atStart.picture.getByText('Oi, tudo bem?')).toHaveCount(1)
  // Nothing that could be taken for the app, or for how things stand now.
  await expect(item(atStart.page, 'Ana Souza')).toHaveCount(0)
  await expect(pill(atStart.page, /./)).toHaveCount(0)
  await atStart.page.mouse.click((row?.x ?? 0) + 100, (row?.y ?? 0) + 20)
  atStart.letCome()
  await expect(bubble(atStart.page, 'Oi, tudo bem?')).toBeVisible()
  await expect(atStart.picture).toHaveCount(0)
  expect(await item(atStart.page, 'Ana Souza').boundingBox()).toEqual(row)

  const { page, picture, letCome } = await openAgain(atStart.page, conversation)
  await expect(picture.getByText('Oi, tudo bem?')).toHaveCount(2)
  letCome()
  await expect(bubble(page, 'Oi, tudo bem?')).toBeVisible()
  await expect(picture).toHaveCount(0)

  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('last-page')))
  expect(await kept()).toHaveLength(2)
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(await kept()).toEqual([])
  await page.reload()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(await kept()).toEqual([])
})
