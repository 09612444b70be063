// The page of the simulated phones, as who tries the product plays with it: several customers, every kind of message, typing, calls,
// a group, faults and a busy morning; what is done there is what the worker stores.
import { expect, type Page } from '@playwright/test'
import { bubble, item } from './conversation.ts'
import { test, type Stack } from './stack.ts'

const phone = (page: Page, name: RegExp) => page.getByRole('list', { name: 'Celulares' }).getByRole('button', { name })
const chat = (page: Page, name: RegExp) => page.getByRole('list', { name: 'Conversas' }).getByRole('button', { name })
const bubbles = (page: Page) => page.getByRole('list', { name: 'Mensagens' }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const kinds = async ({ sql }: Stack) =>
  (await sql<{ kind: string }[]>`select distinct media_type as kind from messages where not from_me`).map(
    ({ kind }) => kind,
  )
const untilKind = (stack: Stack, kind: string) => expect.poll(() => kinds(stack)).toContain(kind)
const untilText = (stack: Stack, text: string) =>
  expect.poll(async () => (await stack.sql`select from messages where body = ${text}`).length).toBe(1)

const ackOf = async ({ sql }: Stack, text: string) =>
  (await sql<{ ack: number }[]>`select ack from messages where body = ${text}`)[0]?.ack

async function openPhones(stack: Stack, page: Page) {
  await stack.link()
  await page.goto(stack.phonesPage)
  await expect(phone(page, /Padaria Aurora/)).toContainText('vinculado')
}

/** A phone with a single conversation opens it by itself. */
async function openChat(page: Page, whose: RegExp, withWhom = /Padaria Aurora/) {
  await phone(page, whose).click()
  const row = chat(page, withWhom)
  await row
    .or(page.getByRole('textbox', { name: 'Mensagem' }))
    .first()
    .waitFor()
  if (await row.isVisible()) await row.click()
}

async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await button(page, 'Enviar').click()
}

async function attach(page: Page, name: string) {
  await button(page, 'Anexar').click()
  await button(page, name).click()
}

test('two customers are played: text, files, places, contacts, polls, edits, reactions, calls', async ({
  stack,
  page,
}) => {
  await openPhones(stack, page)
  await openChat(page, /Ana Souza/)
  await write(page, 'Tem bolo de fubá?')
  await untilText(stack, 'Tem bolo de fubá?')
  for (const [name, kind] of [
    ['Foto de exemplo', 'image'],
    ['Áudio de exemplo', 'audio'],
    ['PDF de exemplo', 'application'],
    ['Tipo desconhecido', 'unsupported'],
  ] as const) {
    await attach(page, name)
    await untilKind(stack, kind)
  }
  await attach(page, 'Figurinha')
  const stickers = () =>
    stack.sql`select from messages where details->>'isSticker' = 'true'`.then((rows) => rows.length)
  await expect.poll(stickers).toBe(1)
  for (const [name, kind] of [
    ['Localização', 'location'],
    ['Contato', 'vcard'],
    ['Enquete', 'poll'],
  ] as const) {
    await attach(page, name)
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Enviar' }).click()
    await untilKind(stack, kind)
  }
  const first = bubbles(page).filter({ hasText: 'Tem bolo de fubá?' })
  await first.getByRole('button', { name: 'Opções da mensagem' }).click()
  await button(page, 'Editar').click()
  await write(page, 'Tem bolo de milho?')
  await untilText(stack, 'Tem bolo de milho?')
  await bubbles(page).filter({ hasText: 'bolo de milho' }).getByRole('button', { name: 'Opções da mensagem' }).click()
  await button(page, 'Reagir com 👍').click()
  await expect.poll(async () => (await stack.sql`select from messages where reactions <> '{}'`).length).toBe(1)
  await button(page, 'Ligar').click()
  await button(page, 'Desligar').click()
  await untilKind(stack, 'call_log')

  await openChat(page, /Bruno Lima/)
  await write(page, 'Bom dia, aqui é o Bruno')
  await untilText(stack, 'Bom dia, aqui é o Bruno')
  expect(await stack.sql`select from tickets`).toHaveLength(2)
})

test('read or not, typing, a group, faults and a busy morning', async ({ stack, page }) => {
  await openPhones(stack, page)
  await openChat(page, /Ana Souza/)
  const typing = page.waitForRequest((request) => request.url().endsWith('/typing'))
  await page.getByRole('textbox', { name: 'Mensagem' }).pressSequentially('Oi')
  expect((await (await typing).response())?.ok()).toBe(true)
  await button(page, 'Enviar').click()
  await untilText(stack, 'Oi')

  await openChat(page, /Padaria Aurora/, /Ana Souza/)
  await write(page, 'Pois não?')
  await expect.poll(() => ackOf(stack, 'Pois não?')).toBe(2)
  await expect(phone(page, /Ana Souza/).getByLabel('1 não lidas')).toBeVisible()
  await openChat(page, /Ana Souza/)
  await expect.poll(() => ackOf(stack, 'Pois não?')).toBe(3)

  await button(page, 'Novo grupo').click()
  const dialog = page.getByRole('dialog', { name: 'Novo grupo' })
  await dialog.getByLabel('Nome do grupo').fill('Rua Oito')
  for (const name of [/Bruno Lima/, /Padaria Aurora/]) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('button', { name: 'Criar' }).click()
  await expect(page.locator('#title')).toHaveText('Rua Oito')
  await write(page, 'Alguém abre aos domingos?')
  await untilText(stack, 'Alguém abre aos domingos?')
  await test.step('at the desk a group is one: who wrote, who is in it, and whom one mentions', async () => {
    const desk = await stack.person('helena@aurora.example')
    await desk.getByRole('tab', { name: /Aguardando/ }).click()
    const row = item(desk, 'Rua Oito')
    await expect(row).toContainText('Ana: Alguém abre aos domingos?')
    await row.getByRole('button', { name: 'Aceitar' }).click()
    await expect(desk.getByText('Grupo de 3 pessoas')).toBeVisible()
    await desk.getByRole('button', { name: 'Dados do grupo' }).click()
    const members = desk.getByRole('region', { name: 'Participantes' }).getByRole('listitem')
    await expect(members.filter({ hasText: 'Ana Souza' })).toContainText('admin')
    await expect(members.filter({ hasText: '(esta empresa)' })).toHaveCount(1)
    await desk.getByRole('textbox', { name: 'Mensagem' }).pressSequentially('@an')
    await expect(desk.getByRole('listbox', { name: 'Mencionar' }).getByRole('option')).toHaveText(['Ana Souza'])
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('@Ana Souza ')
    await desk.keyboard.type('abrimos')
    await desk.keyboard.press('Enter')
    await expect(bubble(desk, '@Ana Souza abrimos')).toBeVisible()
    const sent = () => stack.sql`select details from messages where body ~ '^@[0-9]+ abrimos$' and ack >= 1`
    await expect.poll(async () => (await sent())[0]?.['details']).toMatchObject({ mentions: [{ name: 'Ana Souza' }] })
    await desk.context().close()
  })

  await button(page, 'Falhas').click()
  await page.getByRole('checkbox', { name: 'Mensagens em dobro' }).check()
  await page.getByRole('dialog', { name: 'Falhas' }).getByRole('button', { name: 'Fechar' }).click()
  await write(page, 'Uma vez só')
  await untilText(stack, 'Uma vez só')
  await button(page, 'Falhas').click()
  await button(page, 'Desfazer tudo').click()
  await button(page, 'Cair a conexão').click()
  await expect(page.getByRole('status')).toHaveText('Feito.')
  await page.getByRole('dialog', { name: 'Falhas' }).getByRole('button', { name: 'Fechar' }).click()

  await button(page, 'Cenários').click()
  await page.getByRole('button', { name: 'De uma vez' }).first().click()
  const people = () => stack.sql`select from contacts where not is_group`.then((rows) => rows.length)
  await expect.poll(people).toBeGreaterThanOrEqual(20)
})
