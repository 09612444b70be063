// A company that opens itself, is overdue and pays: who still gets in, what they find there, and that everything goes on by itself.
import { expect, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import { expectAccessible } from './accessible.ts'
import { pill } from './conversation.ts'
import { logIn } from './log-in.ts'
import { goOffline, goOnline } from './offline.ts'
import { test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const helena = 'helena@aurora.example'
const rafael = 'rafael@aurora.example'
const bakery = 'Padaria Aurora'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const renewed = (page: Page) => page.getByText(/Sua assinatura foi renovada até/)

async function callApi<Answer>({ url }: Stack, method: string, path: string, body?: object, token?: string) {
  const headers = { 'content-type': 'application/json', origin: url, authorization: `Bearer ${token ?? ''}` }
  const response = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: response.status, answer: (await response.json()) as Answer }
}

async function superUser(stack: Stack) {
  const credentials = { email: 'super@balcao.example', password: demoPassword }
  const { answer } = await callApi<{ token: string }>(stack, 'POST', '/auth/login', credentials)
  return answer.token
}

const companyId = async ({ sql }: Stack, name: string) =>
  String((await sql`select id from companies where name = ${name}`)[0]?.['id'])

/** In so many days, with the invoice that says so. */
async function makeDue({ sql }: Stack, name: string, days: number) {
  const due = new Date(Date.now() + days * 86_400_000)
  await sql`update companies set due_date = ${due} where name = ${name}`
  await sql`
    insert into invoices (id, company_id, number, detail, value, months, due_date, created_at, updated_at)
    select gen_random_uuid(), c.id, 7, p.name, p.value, 1, ${due}, now(), now()
    from companies c join plans p on p.id = c.plan_id where c.name = ${name}
    on conflict (company_id) where paid_at is null do update set due_date = ${due}`
}

async function takePix({ sql }: Stack) {
  await sql`update installation set pix_key = 'caixa@balcao.example', pix_name = 'Balcao', pix_city = 'Sao Paulo'`
}

/** As the operator does it who saw the money come in. */
async function markPaid(stack: Stack, name: string) {
  const token = await superUser(stack)
  const id = await companyId(stack, name)
  const { answer } = await callApi<{ invoices: { id: string; status: string }[] }>(
    stack,
    'GET',
    `/companies/${id}/invoices`,
    undefined,
    token,
  )
  const invoice = answer.invoices.find(({ status }) => status !== 'paid')
  const body = { note: 'Pix conferido no extrato' }
  const paid = await callApi(stack, 'POST', `/companies/${id}/invoices/${invoice?.id}/pay`, body, token)
  expect(paid.status).toBe(200)
}

async function fillPayer(page: Page) {
  await field(page, 'Nome completo').fill('Helena Prado')
  await field(page, 'Endereço').fill('Rua das Flores, 10')
  await field(page, 'Cidade').fill('São Paulo')
  await field(page, 'Estado').fill('SP')
  await field(page, 'CEP').fill('01000-000')
}

test('a company opens itself, sees its trial, and its admin reaches the checkout from there', async ({ stack }) => {
  const page = await stack.window()
  await page.goto(`${stack.url}/login`)
  await link(page, 'Criar conta').click()
  await expect(page).toHaveURL(/\/signup$/)
  await button(page, 'Criar conta').click()
  await expect(page.getByText('Obrigatório').first()).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Nome da empresa').fill('Floricultura Íris')
  await field(page, 'E-mail').fill('iris@flores.example')
  await field(page, 'Telefone').fill('11 99999-0000')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('radio', { name: /^Completo/ }).check()
  await expectAccessible(page)
  await button(page, 'Criar conta').click()

  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('3 dias de teste')).toBeVisible()
  await expect(field(page, 'E-mail')).toHaveValue('iris@flores.example')
  await expectAccessible(page)
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await button(page, 'Entrar').click()
  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  await expect(steps.getByRole('link')).toHaveCount(4)
  await expectAccessible(page)
  await button(page, 'Pular').click()
  await expect(page.getByText('Nenhuma conversa aberta')).toBeVisible()
  await expect(page.getByText('Nenhum número de WhatsApp ligado')).toBeVisible()
  await link(page, 'Ligar um número').click()
  await expect(page.getByText('Loja do centro, +55 11 3333-4444')).toBeVisible()
  await link(page, 'Contatos').click()
  await expect(page.getByText('Por exemplo')).toBeVisible()
  await expectAccessible(page)
  await link(page, 'Assinatura').click()
  await expect(page.getByText('Faltam 3 dias do período de teste')).toBeVisible()
  await expect(page.getByText('R$ 199,90 por mês')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'E-mail de cobrança').fill('contas@flores.example')
  await button(page, 'Salvar').click()
  await expectTold(page, 'Operação atualizada com sucesso.')
  await expect
    .poll(() => stack.sql`select email, time_zone from companies where name = 'Floricultura Íris'`)
    .toEqual([{ email: 'contas@flores.example', time_zone: 'America/Sao_Paulo' }])
  await button(page, 'Assine Agora!').click()
  await expect(page.getByRole('dialog', { name: 'Pagar a fatura 1' })).toBeVisible()
  await button(page, 'Próximo').click()
  await expect(page.getByText('CEP é obrigatório')).toBeVisible()
  await expectAccessible(page)
})

test('where companies are not opened by themselves the page says whom to ask', async ({ stack }) => {
  await stack.sql`update installation set signup = false, contact = 'vendas@balcao.example'`
  const page = await stack.window()
  await page.goto(`${stack.url}/signup?companyId=1`)
  await expect(page.getByText('vendas@balcao.example')).toBeVisible()
  await expect(button(page, 'Criar conta')).toBeHidden()
  await expectAccessible(page)
  await link(page, 'Entrar').click()
  await expect(button(page, 'Entrar')).toBeVisible()
  await expect(link(page, 'Criar conta')).toBeHidden()
})

test('an overdue company: its attendant waits, its admin pays, and both go on without a reload', async ({ stack }) => {
  await takePix(stack)
  const desk = await stack.person(rafael)
  await expect(pill(desk, /Tudo sincronizado/)).toBeVisible()
  await makeDue(stack, bakery, -2)
  await link(desk, 'Etiquetas').click()
  await link(desk, 'Adicionar etiqueta').click()
  await field(desk, 'Nome').fill('Cliente novo')
  await button(desk, 'Salvar').click()
  await expect(desk.getByText(/Sua assinatura venceu/)).toBeVisible()
  const { status } = await callApi(stack, 'POST', '/auth/login', { email: rafael, password: demoPassword })
  expect(status).toBe(402)
  const credentials = { email: helena, password: demoPassword }
  const { token } = (await callApi<{ token: string }>(stack, 'POST', '/auth/login', credentials)).answer
  expect((await callApi(stack, 'GET', '/contacts', undefined, token)).status).toBe(402)
  expect((await callApi(stack, 'GET', '/invoices/all', undefined, token)).status).toBe(200)

  const page = await stack.window()
  await logIn(page, stack.url, helena)
  await expect(page).toHaveURL(/\/financeiro$/)
  await expect(page.getByText(/Pague a fatura em aberto para voltar a usar/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveText([
    'Faturas',
    'Assinatura',
  ])
  await expect(page.getByRole('row', { name: /#2 Completo/ })).toContainText('Vencido')
  await expectAccessible(page)
  await page.goto(`${stack.url}/tickets`)
  await expect(page).toHaveURL(/\/financeiro$/)
  const other = await page.context().newPage()
  await other.goto(`${stack.url}/subscription`)
  await expect(other.getByText(/\(vencida\)/)).toBeVisible()

  await button(page, 'Pagar a fatura 2').click()
  await fillPayer(page)
  await button(page, 'Próximo').click()
  await expect(page.getByRole('radio', { name: /^Completo/ })).toBeChecked()
  await expectAccessible(page)
  await button(page, 'Próximo').click()
  await expect(page.getByText('Rua das Flores, 10')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Pagar').click()
  await expectTold(page, 'Assinatura realizada com sucesso!, aguardando a realização do pagamento')
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible()
  await expect(field(page, 'Pix copia e cola')).toHaveValue(/^000201.*caixa@balcao\.example.*6304[0-9A-F]{4}$/)
  await expectAccessible(page)

  // Each stands for some seconds, and nobody knows which of the two hears of it first.
  await Promise.all([
    expect(renewed(page)).toBeVisible(),
    expect(page.getByText('Pagamento confirmado')).toBeVisible(),
    expect(renewed(desk)).toBeVisible(),
    markPaid(stack, bakery),
  ])
  await expect(other).toHaveURL(`${stack.url}/`)
  await expect(page).toHaveURL(`${stack.url}/`)
  await expect(link(page, 'Contatos')).toBeVisible()
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await expect(desk.getByText(/Sua assinatura venceu/)).toBeHidden()
  await expect(pill(desk, /Tudo sincronizado/)).toBeVisible()
  await expect
    .poll(async () => (await stack.sql`select count(*)::int as n from tags where name = 'Cliente novo'`)[0]?.['n'])
    .toBe(1)
})

test('a smaller plan says what is over, and the list says so without network', async ({ stack }) => {
  await takePix(stack)
  await stack.sql`
    insert into plans (id, name, users, connections, queues, value, created_at, updated_at)
    values (gen_random_uuid(), 'Solo', 1, 1, 1, 49.9, now(), now())`
  await makeDue(stack, bakery, 5)
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await link(page, 'Faturas').click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: 'Faturas' })).toContainText('Em Aberto')
  await expectAccessible(page)
  await button(page, 'Pagar a fatura 2').click()
  await fillPayer(page)
  await expectAccessible(page)
  await button(page, 'Próximo').click()
  await page.getByRole('radio', { name: /^Solo/ }).check()
  await button(page, 'Próximo').click()
  await expect(page.getByText('R$ 49,90', { exact: true })).toBeVisible()
  await button(page, 'Pagar').click()
  await expect(page.getByText('Há 3 usuários, e o plano tem 1.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Voltar').click()
  await page.getByRole('radio', { name: /^Completo/ }).check()
  await button(page, 'Próximo').click()
  await expect(page.getByText('Há 3 usuários', { exact: false })).toBeHidden()
  await button(page, 'Fechar').click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await goOffline(page, cable)
  await expect(page.getByText(/Sem conexão: como estava às/)).toBeVisible()
  await expect(button(page, 'Pagar a fatura 2')).toBeDisabled()
  await goOnline(page.context(), cable)
  await expect(button(page, 'Pagar a fatura 2')).toBeEnabled()
})
