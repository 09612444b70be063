// A campaign from a draft without network to a report that adds up: it reaches phones, who says "sair" is out, and an answer opens a ticket.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { synced } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Without pauses, at any hour, and of an old number. */
const atOnce = ({ sql }: Stack) => sql`
  insert into campaign_settings (id, company_id, message_interval, longer_interval_after, greater_interval, variables, start_hour, end_hour,
    daily_cap, warm_up, created_at, updated_at)
  select company_id, company_id, 0, 0, 0, '[]', '00:00', '00:00', 0, '[]', now(), now() from users where email = 'helena@aurora.example'`

test('a draft is written offline, started with everything told before, and its report adds up', async ({ stack }) => {
  await stack.link()
  await atOnce(stack)
  const bia = await stack.phones.phone('5511977776666', 'Bia Reis')
  const cable = await stack.ownCable()
  const page = await stack.person('helena@aurora.example', { cable })
  const listId = await makeList(stack, [
    ['Ana Souza', stack.customer.number],
    ['Bia Reis', bia.number],
    ['Ninguém', '5511900000099'],
  ])
  expect(listId).not.toBe('')
  await page.getByRole('link', { name: 'Campanhas', exact: true }).click()
  await expect(page.getByText('Nenhuma campanha ainda')).toBeVisible()
  await expectAccessible(page)

  await goOffline(page, cable)
  await page.getByRole('link', { name: 'Adicionar campanha' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Natal')
  await choose(page, 'Conexão', 'Principal')
  await choose(page, 'Lista de contatos', /^Clientes/)
  await page.getByRole('textbox', { name: 'Mensagem 1' }).fill('Olá, {nome}! Feliz Natal.')
  await expect(page.getByRole('figure')).toContainText('Feliz Natal.')
  await expectAccessible(page)
  await button(page, 'Salvar').click()
  await expect(row(page, 'Natal')).toContainText('Inativa')
  await goOnline(page.context(), cable)
  await synced(page)

  await button(page, 'Iniciar Natal').click()
  const before = page.getByRole('dialog')
  await expect(before).toContainText('3 pessoas')
  await expect(before).toContainText('Olá, Ana Souza! Feliz Natal.')
  await expectAccessible(page)
  await button(page, 'Iniciar agora').click()
  await stack.customer.receivedAt('Olá, Ana Souza! Feliz Natal.')
  await bia.receivedAt('Olá, Bia Reis! Feliz Natal.')
  await expect(row(page, 'Natal')).toContainText('Finalizada')
  await bia.sendText(companyNumber, 'SAIR')
  await bia.receivedAt('Tudo bem! Você não vai mais receber nossas campanhas.')
  await stack.customer.sendText(companyNumber, 'Quero saber mais')

  await page.getByRole('link', { name: 'Relatório de Natal' }).click()
  await expect(page.getByText('2 de 2 entregues')).toBeVisible()
  await expect(button(page, '3 Pessoas')).toBeVisible()
  await expect(button(page, '1 Sem WhatsApp')).toBeVisible()
  await expect(button(page, '1 Pediram para sair')).toBeVisible()
  await expectAccessible(page)
  await button(page, '1 Pediram para sair').click()
  await expect(page.getByRole('dialog')).toContainText('Bia Reis')
  await button(page, 'Fechar').click()

  await page.getByRole('link', { name: 'Campanhas', exact: true }).first().click()
  await page.getByRole('link', { name: 'Descadastrados' }).click()
  await expect(row(page, 'Bia Reis')).toContainText('SAIR')
  await button(page, 'Voltar a enviar para Bia Reis').click()
  await page.getByLabel('Motivo').fill('Pediu de volta por telefone')
  await button(page, 'Salvar').click()
  await expect(row(page, 'Bia Reis')).toContainText('Pediu de volta por telefone')
  await expectAccessible(page)

  // An answer is a conversation, with what it answers.
  await page.getByRole('link', { name: 'Atendimentos' }).first().click()
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await button(page, 'Aceitar o atendimento de Ana Souza').click()
  await expect(page.getByText('Campanha Natal')).toBeVisible()
})

test('settings are kept offline, a variable once, and a name that is taken is refused', async ({ stack }) => {
  const cable = await stack.ownCable()
  const page = await stack.person('helena@aurora.example', { cable })
  await page.goto(`${stack.url}/campaigns-config`)
  await expectAccessible(page)
  await page.getByLabel('Atalho').fill('Nome')
  await expect(page.getByText('Este atalho já existe para cada pessoa.')).toBeVisible()
  await page.getByLabel('Atalho').fill('site')
  await page.getByLabel('Conteúdo').fill('padaria.example')
  await button(page, 'Adicionar Variável').click()
  await expect(page.getByRole('list', { name: 'Variáveis' })).toContainText('{site}')
  await goOffline(page, cable)
  await choose(page, 'Intervalo entre mensagens', '10 segundos')
  await button(page, 'Salvar Configurações').click()
  await expectTold(page, 'Salvo aqui; vai quando a conexão voltar')
  await goOnline(page.context(), cable)
  await synced(page)
  const rows = () => stack.sql`select message_interval, variables from campaign_settings`
  await expect.poll(rows).toEqual([{ message_interval: 10, variables: [{ key: 'site', value: 'padaria.example' }] }])
})

/** The worker, which looks once a minute which numbers have WhatsApp, takes these for asked: sending finds out. */
async function makeList({ sql }: Stack, people: readonly (readonly [string, string])[]): Promise<string> {
  const [list] = await sql<{ id: string; companyId: string }[]>`
    insert into contact_lists (id, company_id, name, created_at, updated_at)
    select uuidv7(), company_id, 'Clientes', now(), now() from users where email = 'helena@aurora.example'
    returning id, company_id as "companyId"`
  for (const [name, number] of people) {
    await sql`
      insert into contact_list_items (id, company_id, contact_list_id, name, number, email, checked_at, created_at, updated_at)
      values (uuidv7(), ${list?.companyId ?? ''}, ${list?.id ?? ''}, ${name}, ${number}, '', now() + interval '1 day', now(), now())`
  }
  return list?.id ?? ''
}
