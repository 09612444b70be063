// Notifications as a person gets them: switched on in the app, sent by the worker to a push service, shown by the service worker.
import { expect, type Page } from '@playwright/test'
import { notificationQueue } from 'db/jobs.ts'
import { demoPassword } from 'db/node/seed.ts'
import type { TestDevice } from 'db/node/testing/test-push-service.ts'
import { preparePush, pushBrowser } from './push-browser.ts'
import { apiLogin, companyNumber, test, type Stack } from './stack.ts'

const rafael = 'rafael@aurora.example'
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversa' })
const onThisDevice = (page: Page) => page.getByRole('switch', { name: /^Notificar neste aparelho/ })
const withText = (page: Page) => page.getByRole('switch', { name: /^Mostrar o texto/ })

async function openProfile(page: Page, item: string) {
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const bodies = ({ received }: TestDevice) => received.map(({ payload }) => (payload as { body?: string }).body)

async function untilReceived(device: TestDevice, count: number) {
  await expect.poll(() => device.received.length).toBe(count)
  return device.received[count - 1]?.payload
}

const subscriptions = async ({ sql }: Stack) =>
  (await sql`select u.email from push_subscriptions s join users u on u.id = s.user_id`).map((row) => row['email'])

const unread = async ({ sql }: Stack) => (await sql`select sum(unread_messages)::int as n from tickets`)[0]?.['n']

/** Helena makes a chat with somebody and says something in it, without an app of her own. Resolves with its id. */
async function writeInChat({ url, sql }: Stack, { title, to, message }: Record<'title' | 'to' | 'message', string>) {
  const [user] = await sql`select id from users where email = ${to}`
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await apiLogin(url, 'helena@aurora.example')}`,
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string }
  }
  const { id } = await post('/chats', { title, users: [{ id: user?.['id'] }] })
  await post(`/chats/${id}/messages`, { message })
  return id
}

/** It was decided who is told of it. */
const announced = async ({ sql }: Stack, body: string) =>
  (
    await sql`select exists (
      select from messages m where body = ${body} and not exists (
        select from pgboss.job where name = ${notificationQueue} and data->>'messageId' = m.id::text and state < 'completed'
      )
    ) as is`
  )[0]?.['is']

async function activeServiceWorker(page: Page) {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
}

test('switched on, a device is told of messages; a click opens the conversation; logged out it is told nothing', async ({
  stack,
}) => {
  await stack.link()
  const device = stack.pushService.device()
  const page = await stack.person(rafael)
  await activeServiceWorker(page)
  await preparePush(page, device)
  const browser = await pushBrowser(page)

  await openProfile(page, 'Notificações')
  await onThisDevice(page).click()
  await expect(onThisDevice(page)).toBeChecked()
  await expect.poll(() => subscriptions(stack)).toEqual([rafael])
  await page.getByRole('button', { name: 'Testar' }).click()
  await browser.deliver(await untilReceived(device, 1))
  await expect.poll(browser.shown).toMatchObject([{ title: 'Balcão', body: 'As notificações chegam a este aparelho.' }])

  await page.getByRole('link', { name: 'Atendimentos' }).click()
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await stack.customer.sendText(companyNumber, 'Tem pão?')
  await page.getByRole('button', { name: /^Aceitar o atendimento/ }).click()
  await expect(conversation(page).getByText('Tem pão?')).toBeVisible()
  const ticketUrl = page.url()
  // The server has to know that it was read before something new comes.
  await expect.poll(() => unread(stack)).toBe(0)
  await page.getByRole('link', { name: 'Atendimentos' }).click()
  await expect(conversation(page)).toBeHidden()

  await stack.customer.sendText(companyNumber, 'E broa?')
  await expect.poll(() => bodies(device)).toContain('E broa?')
  const message = device.received.at(-1)?.payload
  expect(message).toMatchObject({ unread: 1 })
  await browser.deliver(message)
  await expect.poll(browser.shown).toContainEqual(expect.objectContaining({ title: 'Ana Souza', body: 'E broa?' }))
  await expect.poll(async () => (await browser.badges()).at(-1)).toBe(1)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await browser.click('Ana Souza')
  await expect(page).toHaveURL(ticketUrl)
  await expect(conversation(page).getByText('E broa?')).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await expect.poll(async () => (await browser.shown()).map(({ title }) => title)).toEqual(['Balcão'])
  await expect.poll(async () => (await browser.badges()).at(-1)).toBe(0)

  // The conversation is on the screen: nothing is shown of it, while what comes after it is.
  await browser.deliver(message)
  await browser.deliver({ ...Object(message), ticketId: '01890a5d-ac96-774b-bcce-b302099a8057', title: 'Bia' })
  await expect.poll(async () => (await browser.shown()).map(({ title }) => title).toSorted()).toEqual(['Balcão', 'Bia'])

  // What was read may be told only after they came back: of what comes meanwhile it says nothing.
  await page.getByRole('link', { name: 'Atendimentos' }).click()
  await expect(conversation(page)).toBeHidden()
  const told = device.answered.length
  await openProfile(page, 'Sair')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect.poll(() => subscriptions(stack)).toEqual([])
  await expect.poll(browser.shown).toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('stand-in-subscription'))).toBeNull()
  await stack.customer.sendText(companyNumber, 'Alguém aí?')
  await expect.poll(() => announced(stack, 'Alguém aí?')).toBe(true)
  await browser.deliver(message)

  // Whoever comes back is notified again; what came meanwhile was shown to nobody.
  await page.getByLabel('E-mail').fill(rafael)
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(() => subscriptions(stack)).toEqual([rafael])
  await stack.customer.sendText(companyNumber, 'De novo')
  await expect.poll(() => bodies(device)).toContain('De novo')
  expect(bodies(device)).not.toContain('Alguém aí?')
  await expect.poll(() => device.answered.length).toBe(told + 1)
  await browser.deliver(device.received.at(-1)?.payload)
  await expect.poll(browser.shown).toMatchObject([{ body: 'De novo' }])

  // The team's chat, while the app is closed: shown, and a click opens it where it was written.
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
  await page.goto('about:blank')
  const chatId = await writeInChat(stack, { title: 'Padaria', to: rafael, message: 'O forno parou' })
  await expect.poll(() => bodies(device)).toContain('Helena Prado: O forno parou')
  await browser.deliver(device.received.at(-1)?.payload)
  await expect
    .poll(browser.shown)
    .toContainEqual(expect.objectContaining({ title: 'Padaria', body: 'Helena Prado: O forno parou' }))
  await browser.click('Padaria')
  await expect.poll(browser.opened).toEqual([`/chats/${chatId}`])
  await page.goto(`${stack.url}/chats/${chatId}`)
  await expect(conversation(page).getByText('O forno parou')).toBeVisible()
  await expect.poll(async () => (await browser.shown()).map(({ title }) => title)).not.toContain('Padaria')
})

test('who does not want the text on the screen is only told who wrote; another login takes the notifications along', async ({
  stack,
}) => {
  await stack.link()
  const device = stack.pushService.device()
  const page = await stack.person(rafael)
  await activeServiceWorker(page)
  await preparePush(page, device)
  await stack.sql`update users set all_ticket = true where email = ${rafael}`
  const browser = await pushBrowser(page)
  await page.goto(`${stack.url}/notifications`)
  await onThisDevice(page).click()
  await expect(onThisDevice(page)).toBeChecked()
  await expect(page.getByText(/e dos que aguardam/)).toBeVisible()
  await withText(page).click()
  await expect(withText(page)).not.toBeChecked()
  await expect
    .poll(async () => [...(await stack.sql`select show_text from notification_settings`)])
    .toEqual([{ show_text: false }])

  await stack.customer.sendText(companyNumber, 'Segredo')
  const payload = await untilReceived(device, 1)
  expect(JSON.stringify(payload)).not.toContain('Segredo')
  await browser.deliver(payload)
  await expect.poll(browser.shown).toMatchObject([{ title: 'Ana Souza', body: 'Nova mensagem' }])
  await expect.poll(async () => (await browser.badges()).at(-1)).toBe(1)

  await stack.person(rafael)
  await expect.poll(() => subscriptions(stack)).toEqual([])
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect.poll(browser.shown).toEqual([])
})
