// The first whole path through the product, as people see it: the built app in Chromium, real worker, simulated phones.
import { expect, type Page } from '@playwright/test'
import { expectApart } from './apart.ts'
import { companyNumber, test } from './stack.ts'
import { expectTold } from './told.ts'

const helena = 'helena@aurora.example'
const rafael = 'rafael@aurora.example'
const marina = 'marina@aurora.example'

const list = (page: Page) => page.getByRole('list', { name: 'Atendimentos' })
const item = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const conversation = (page: Page) => page.getByRole('log', { name: 'Conversa' })
const bubble = (page: Page, text: string) => conversation(page).getByRole('article').filter({ hasText: text })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await page.keyboard.press('Enter')
}

async function openWaiting(page: Page) {
  await page.getByRole('tab', { name: /Aguardando/ }).click()
}

test('an admin links WhatsApp by QR', async ({ stack }) => {
  const page = await stack.person(helena)
  await page.getByRole('link', { name: 'Conexões' }).click()
  await button(page, 'Conectar').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const link = await dialog.getByRole('link', { name: 'Abrir no simulador' }).getAttribute('href')
  await stack.owner.scanQr(decodeURIComponent(link?.split('#scan=')[1] ?? ''))
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Conectado', { exact: true })).toBeVisible()
  await expect(page.getByText('+55 11 90000-0001')).toBeVisible()
})

test('a customer writes; the attendant sees it without reload, accepts and answers; ticks rise', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await stack.customer.sendText(companyNumber, 'Bom dia, tem pão de queijo?')

  await openWaiting(page)
  await expect(item(page, 'Ana Souza')).toContainText('Bom dia, tem pão de queijo?')
  await item(page, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'Bom dia, tem pão de queijo?')).toBeVisible()

  await write(page, 'Tem sim, saiu agora!')
  await expect(bubble(page, 'Tem sim, saiu agora!')).toBeVisible()
  await expect(bubble(page, 'Tem sim, saiu agora!').getByLabel('Entregue')).toBeVisible()
  expect(await stack.customer.receivedTexts()).toEqual(['Tem sim, saiu agora!'])
  await stack.customer.markRead(companyNumber)
  await expect(bubble(page, 'Tem sim, saiu agora!').getByLabel('Lida')).toBeVisible()

  await stack.customer.sendText(companyNumber, 'Quero dez!')
  await expect(bubble(page, 'Quero dez!')).toBeVisible()
  const statusOf = async (text: string) =>
    (await stack.customer.messagesWith(companyNumber)).find((message) => message.text === text)?.status
  await expect.poll(() => statusOf('Quero dez!')).toBe('read')

  // Further up nothing is read: the row says so, like the pill.
  await write(page, Array.from({ length: 40 }, (_, line) => `Sabor ${line}`).join('\n'))
  await expect(bubble(page, 'Sabor 0')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 360 })
  const below = () =>
    conversation(page).evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)
  await expect.poll(below).toBeLessThan(2)
  await conversation(page).hover()
  await page.mouse.wheel(0, -300)
  await expect.poll(below).toBeGreaterThan(200)
  await stack.customer.sendText(companyNumber, 'E de queijo?')
  const missed = button(page, '1 nova')
  await expect(missed).toBeVisible()
  await expect(item(page, 'Ana Souza')).toContainText('1 não lida')
  await missed.click()
  await expect(item(page, 'Ana Souza')).not.toContainText('não lida')
  await expect.poll(() => statusOf('E de queijo?')).toBe('read')
})

test('offline the app opens from cache; a reply and a close arrive later, once and in order', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await stack.customer.sendText(companyNumber, 'Vocês abrem amanhã?')
  await openWaiting(page)
  await item(page, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'Vocês abrem amanhã?')).toBeVisible()
  await expect.poll(async () => (await stack.customer.messagesWith(companyNumber)).at(-1)?.status).toBe('read')
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
  const search = button(page, 'Buscar e comandar')
  const place = await search.boundingBox()

  stack.cable.pull()
  await page.context().setOffline(true)
  await page.reload()
  await expect(item(page, 'Ana Souza')).toBeVisible()
  await expect(bubble(page, 'Vocês abrem amanhã?')).toBeVisible()
  for (const text of ['Abrimos às seis.', 'Até as vinte.']) {
    await write(page, text)
    await expect(bubble(page, text).getByLabel('Aguardando conexão')).toBeVisible()
  }
  await button(page, 'Resolver').click()
  await expect(page.getByRole('button', { name: /Offline · 3/ })).toBeVisible()
  expect(await search.boundingBox(), 'what the pill says moves nothing that one presses').toEqual(place)
  await page.reload()
  await expect(page.getByRole('button', { name: /Offline · 3/ })).toBeVisible()
  expect(await stack.customer.receivedTexts()).toEqual([])

  stack.cable.plug()
  await page.context().setOffline(false)
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Abrimos às seis.', 'Até as vinte.'])
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Resolvidos' }).click()
  await expect(item(page, 'Ana Souza')).toContainText('Até as vinte.')
  const rows =
    await stack.sql`select t.status, count(m.*)::int as own from tickets t join messages m on m.ticket_id = t.id and m.from_me group by t.id`
  expect([...rows]).toEqual([{ status: 'closed', own: 2 }])
})

test('an accept in one browser moves the ticket in the other; what an admin deletes closes before who has it open', async ({
  stack,
}) => {
  await stack.link()
  const [attendant, admin] = [await stack.person(rafael), await stack.person(helena)]
  await stack.customer.sendText(companyNumber, 'Oi!')
  await Promise.all([openWaiting(attendant), openWaiting(admin)])
  await expect(item(admin, 'Ana Souza')).toBeVisible()
  await item(attendant, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await expect(item(admin, 'Ana Souza')).toBeHidden()
  await admin.getByRole('tab', { name: /Atendendo/ }).click()
  await admin.getByRole('switch', { name: 'Ver todos' }).click()
  await expect(item(admin, 'Ana Souza')).toContainText('Rafael Nunes')
  await admin.reload()
  await expect(admin.getByRole('switch', { name: 'Ver todos' })).toBeChecked()
  await expect(item(admin, 'Ana Souza')).toContainText('Rafael Nunes')

  await expect(bubble(attendant, 'Oi!')).toBeVisible()
  // At twice the size.
  await admin.setViewportSize({ width: 720, height: 450 })
  await expectApart(admin.getByRole('tab', { name: 'Busca' }), admin.getByText('Ver todos'))
  await item(admin, 'Ana Souza').getByRole('link').click()
  const title = admin.getByRole('heading', { name: 'Ana Souza' })
  await expect(title).toBeVisible()
  await expect.poll(async () => (await title.boundingBox())?.height, 'the name is in one line').toBeLessThan(30)
  await admin.setViewportSize({ width: 1440, height: 900 })
  await admin.getByRole('button', { name: 'Mais ações' }).click()
  await admin.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
  await expectTold(attendant, 'Ticket deleted sucessfully.')
  await expect(attendant).toHaveURL(/\/tickets$/)
})

test('people of another queue or another company never receive the rows', async ({ stack }) => {
  await stack.link()
  // One after the other: three databases that are made at once take a private window's files too long.
  const ready = async (email: string) => {
    const page = await stack.person(email)
    await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
    return page
  }
  const [sales, finance, other] = [await ready(rafael), await ready(marina), await ready('super@balcao.example')]
  const received = new Map<Page, string>()
  for (const page of [finance, other]) {
    received.set(page, '')
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return
      const body = await response.text().catch(() => '')
      received.set(page, received.get(page) + body)
    })
  }
  await stack.customer.sendText(companyNumber, 'Segredo da Ana')
  await openWaiting(sales)
  await expect(item(sales, 'Ana Souza')).toContainText('Segredo da Ana')
  for (const page of [finance, other]) {
    await openWaiting(page)
    await page.reload()
    await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
    await openWaiting(page)
    await expect(
      page.getByText(page === other ? 'Nenhum número de WhatsApp ligado' : 'Ninguém aguardando'),
    ).toBeVisible()
    expect(received.get(page)).not.toContain('Segredo da Ana')
  }
  expect(received.get(other)).not.toContain('Ana Souza')
})
