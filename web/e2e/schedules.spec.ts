// Scheduled messages as people have them: from the ticket, offline, sent by the worker, and only where the plan has them. Nothing waits
// for a clock: the time comes when the test moves it in the database, and the worker's timer is woken as its cron would.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bubble, openConversation, pill } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const rafael = 'rafael@aurora.example'
const phone = { width: 390, height: 844 }
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** So many days from now, where the browser is. */
const writtenDay = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })

/** A minute has passed. */
const wakeTimer = ({ sql }: Stack) => sql`insert into pgboss.job (name, data) values ('schedule.send', '{}')`
const scheduled = ({ sql }: Stack) => sql`select body, status, error from schedules order by created_at, id`

async function setTime(form: Locator, date: string, clock: string) {
  const group = form.getByRole('group', { name: 'Data e hora do envio' })
  await group.getByRole('textbox', { name: 'Data' }).fill(date)
  await group.getByRole('textbox', { name: 'Hora' }).fill(clock)
}

async function planHas({ sql }: Stack, useSchedules: boolean) {
  await sql`update plans set use_schedules = ${useSchedules}`
}

test('from the ticket: written, seen beside it, sent at its time, and then only to be read', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  await page.getByRole('button', { name: 'Agendar mensagem' }).click()
  const form = sheet(page, 'Agendar mensagem')
  await expect(form.getByText('Ana Souza')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  await setTime(form, '01/01/2020', '10')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Mensagem muito curta')).toBeVisible()
  await expect(form.getByText('Escolha um horário no futuro.')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'Mensagem' }).fill('Olá, {{firstName}}! Seu bolo está pronto.')
  await setTime(form, '31/12/2099', '15:00')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expectTold(page, 'Agendamento salvo com sucesso!')

  await page.getByRole('button', { name: 'Dados do contato' }).click()
  const drawer = page.getByRole('complementary', { name: 'Dados do contato' })
  await expect(drawer.getByRole('link', { name: /31\/12\/2099 15:00/ })).toBeVisible()
  await expectAccessible(page)

  await expect.poll(() => scheduled(stack)).toMatchObject([{ status: 'PENDENTE' }])
  await stack.sql`update schedules set send_at = now()`
  await wakeTimer(stack)
  await expect(bubble(page, 'Olá, Ana! Seu bolo está pronto.')).toBeVisible()
  await stack.customer.receivedAt('Olá, Ana! Seu bolo está pronto.')
  await expect(drawer.getByRole('link', { name: /Seu bolo/ })).toBeHidden()
  expect((await stack.customer.messagesWith(companyNumber)).filter(({ fromMe }) => !fromMe)).toHaveLength(1)

  await link(page, 'Agendamentos').click()
  await expect(row(page, 'Ana Souza')).toContainText('Enviada')
  await expect(row(page, 'Ana Souza')).toContainText('Olá, {{firstName}}! Seu b…')
  await link(page, 'Ver Ana Souza').click()
  await expect(sheet(page, 'Mensagem enviada')).toContainText('Seu bolo está pronto.')
  await expect(button(page, 'Salvar')).toBeHidden()
  await expectAccessible(page)
})

test('offline: made, changed and waiting; what was sent meanwhile says so', async ({ stack }) => {
  const page = await stack.person(rafael)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await link(page, 'Agendamentos').click()
  await expect(page.getByText('Nenhum agendamento ainda')).toBeVisible()
  await expectAccessible(page)
  await goOffline(page, stack.cable)
  await link(page, 'Agendar mensagem').click()
  await page.getByRole('searchbox', { name: 'Buscar contato' }).fill('brun')
  await page.getByRole('button', { name: /Bruno Lima/ }).click()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Seu pão está pronto')
  await button(page, 'Salvar').click()
  await expect(row(page, 'Bruno Lima').getByLabel('Na fila para enviar')).toBeVisible()
  await expect(row(page, 'Bruno Lima')).toContainText('Pendente')
  await goOnline(page.context(), stack.cable)
  await expect.poll(() => scheduled(stack)).toMatchObject([{ body: 'Seu pão está pronto', status: 'PENDENTE' }])

  await goOffline(page, stack.cable)
  await link(page, 'Editar Bruno Lima').click()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Seu pão saiu do forno')
  await button(page, 'Salvar').click()
  await expect(row(page, 'Bruno Lima')).toContainText('Seu pão saiu do forno')
  await stack.sql`update schedules set status = 'ENVIADA', sent_at = now()`
  await goOnline(page.context(), stack.cable)
  await expect(row(page, 'Bruno Lima')).toContainText('Esta mensagem já foi enviada, ou está sendo enviada agora.')
  await expect(row(page, 'Bruno Lima')).toContainText('Enviada')
  await expect.poll(() => scheduled(stack)).toMatchObject([{ body: 'Seu pão está pronto', status: 'ENVIADA' }])
})

test('by link, on a phone, after an error, and not without it in the plan', async ({ stack }) => {
  const page = await stack.person(rafael)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await page.setViewportSize(phone)
  const [contact] = await stack.sql<{ id: string }[]>`select id from contacts where name = 'Carla Dias'`
  await page.goto(`${stack.url}/schedules?contactId=${contact?.id ?? ''}`)
  await expect(sheet(page, 'Agendar mensagem').getByText('Carla Dias')).toBeVisible()
  await expect(page).toHaveURL(/\/schedules\/new\?contactId=/)
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Lembrete: a fatura vence amanhã')
  await button(page, 'Amanhã 9h').click()
  const time = page.getByRole('group', { name: 'Data e hora do envio' })
  await expect(time.getByRole('textbox', { name: 'Data' })).toHaveValue(writtenDay(1))
  await expect(time.getByRole('textbox', { name: 'Hora' })).toHaveValue('09:00')
  // The day after, by keyboard, in the app's language whatever the browser's.
  await time.getByRole('button', { name: 'Escolher no calendário: Data' }).press('Enter')
  await expect(page.getByRole('grid')).toContainText('ter')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(time.getByRole('textbox', { name: 'Data' })).toHaveValue(writtenDay(2))
  await button(page, 'Salvar').click()
  await expect.poll(() => scheduled(stack)).toMatchObject([{ status: 'PENDENTE' }])

  await stack.sql`update schedules set send_at = now() - interval '2 hours'`
  await wakeTimer(stack)
  await expect.poll(() => scheduled(stack)).toMatchObject([{ status: 'ERRO' }])
  const card = page.getByRole('listitem').filter({ hasText: 'Carla Dias' })
  await expect(card).toContainText('O horário passou há mais de uma hora sem que fosse possível enviar.')
  await link(page, 'Editar Carla Dias').click()
  const form = sheet(page, 'Erro de envio')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Escolha um horário no futuro.')).toBeVisible()
  await setTime(form, '31/12/2099', '15:00')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(card).toContainText('Pendente')
  await expectAccessible(page)

  await planHas(stack, false)
  await expect(page).toHaveURL(/\/tickets$/)
  await button(page, 'Mais').click()
  await expect(link(page, 'Contatos')).toBeVisible()
  await expect(link(page, 'Agendamentos')).toBeHidden()
  await planHas(stack, true)
  await link(page, 'Agendamentos').click()
  await expect(card).toBeVisible()
})
