// A company as its admin sets it up: options saved one by one, opening hours, and the people who work there; also without network.
import { demoPassword } from 'db/node/seed.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectApart } from './apart.ts'
import { logIn } from './log-in.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const helena = 'helena@aurora.example'
const rafael = 'rafael@aurora.example'
const bia = 'bia@aurora.example'

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const choice = (page: Page, name: string) => page.getByRole('combobox', { name })
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Usuários' }).getByRole('row').filter({ hasText: name })
const pill = (page: Page, name: RegExp) => page.getByRole('button', { name })

async function choose(page: Page, label: string, option: string) {
  await choice(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(choice(page, label)).toContainText(option)
}

async function turn(page: Page, label: string, on: boolean) {
  const control = page.getByRole('switch', { name: new RegExp(`^${label}`) })
  await expect(control).toBeChecked({ checked: !on })
  await control.click()
  await expect(control).toBeChecked({ checked: on })
}

const company = async ({ sql }: Stack) =>
  (
    await sql`select s.user_rating, s.schedule_type, s.call, s.devices_per_user, c.archive_after_days, c.hours, c.time_zone
      from companies c left join settings s on s.id = c.id where c.name = 'Padaria Aurora'`
  )[0]

/** One conversation in each of the two queues. */
async function twoConversations({ link: linkPhone, phones, customer, sql }: Stack) {
  await linkPhone()
  await customer.sendText(companyNumber, 'Bom dia, da Ana')
  const bruno = await phones.phone('5511911110002', 'Bruno Lima')
  await bruno.sendText(companyNumber, 'Boa tarde, do Bruno')
  await expect.poll(async () => (await sql`select id from tickets`).length).toBe(2)
  await sql`update tickets set queue_id = (select id from queues where name = 'Financeiro')
    where contact_id = (select id from contacts where name = 'Bruno Lima')`
}

test('settings are saved one by one, wait without network, and bring the tab of the hours', async ({ stack }) => {
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await link(page, 'Configurações').click()
  await expect(page.getByRole('switch', { name: /^Avaliações/ })).not.toBeChecked()
  await expectAccessible(page)
  // As a screen reader goes through it.
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Configurações" [level=1]
    - tablist "Partes das configurações":
      - tab "Opções" [selected]
    - tabpanel "Opções":
      - region "Atendimentos":
        - heading "Atendimentos" [level=2]
        - switch "Saudação ao aceitar"
        - switch "Aviso de transferência"
        - switch "Avaliações"
        - combobox "Reabrir o último atendimento"
        - combobox "Guardar nos aparelhos": 14 dias
      - region "O que chega":
        - switch "Ignorar mensagens de grupos"
      - region "Chatbot":
        - combobox "Horário de atendimento": Desativado
      - region "Equipe":
        - switch "Criação de usuários" [checked]
        - combobox "Aparelhos por pessoa"
  `)
  await expect(page.getByRole('switch', { name: 'Avaliações', exact: true })).toHaveAccessibleDescription(
    /nota de 1 a 3/,
  )
  await turn(page, 'Avaliações', true)
  await expectTold(page, 'Operação atualizada com sucesso.')
  await choose(page, 'Guardar nos aparelhos', '30 dias')
  await choose(page, 'Aparelhos por pessoa', '2 aparelhos')
  await expect.poll(() => company(stack)).toMatchObject({ user_rating: 'enabled', archive_after_days: 30 })
  await expect.poll(() => company(stack)).toMatchObject({ devices_per_user: 2 })

  await expect(page.getByRole('tab', { name: 'Horários' })).toBeHidden()
  await choose(page, 'Horário de atendimento', 'Da empresa')
  await page.getByRole('tab', { name: 'Horários' }).click()
  await expect(page).toHaveURL(/\/settings\/hours$/)
  // They are there already, the usual ones.
  await expect(page.getByRole('switch', { name: /^Tem horário/ })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Sábado, horário 1' }).getByLabel('Fecha')).toHaveValue('12:00')
  await button(page, 'Adicionar horário: Domingo').click()
  const sunday = page.getByRole('group', { name: 'Domingo, horário 1' })
  await sunday.getByLabel('Abre').fill('0')
  await sunday.getByLabel('Fecha').fill('24')
  await page.getByRole('heading', { name: 'Configurações' }).click()
  await expect(sunday.getByLabel('Fecha')).toHaveValue('24:00')
  await expect(sunday.getByText('O dia inteiro.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Opções' }).click()
  await expect(page.getByText('Descartar as alterações?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar editando' }).click()
  await button(page, 'Salvar').click()
  await expectTold(page, 'Horários atualizados com sucesso.')
  const allDay = [{ start: '00:00', end: '24:00' }]
  await expect.poll(async () => (await company(stack))?.['hours']).toMatchObject({ days: { 0: allDay } })

  await page.getByRole('tab', { name: 'Opções' }).click()
  await choice(page, 'Fuso horário').click()
  await expect(page.getByRole('option').first()).toHaveText(/^São Paulo, Brasília \(DF, .* · GMT-3$/)
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Buscar' }).fill('manáus')
  await page.getByRole('option', { name: 'Manaus (AM) · GMT-4' }).click()
  await expect(choice(page, 'Fuso horário')).toContainText('Manaus (AM)')
  await expect.poll(() => company(stack)).toMatchObject({ time_zone: 'America/Manaus' })
  await goOffline(page, cable)
  await turn(page, 'Aceitar chamadas de voz e de vídeo', false)
  await expect(page.getByLabel('Na fila para enviar')).toBeVisible()
  await stack.sql`update settings set call = 'disabled', schedule_type = 'queue'`
  await goOnline(page.context(), cable)
  await expect(page.getByLabel('Na fila para enviar')).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Horários' })).toBeHidden()
  expect(await company(stack)).toMatchObject({ call: 'disabled', schedule_type: 'queue' })
})

test('a setting that somebody else changed meanwhile stands as it is, says so, and is decided about', async ({
  stack,
}) => {
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await link(page, 'Configurações').click()
  await turn(page, 'Avaliações', true)
  await expect.poll(() => company(stack)).toMatchObject({ user_rating: 'enabled' })
  await goOffline(page, cable)
  await choose(page, 'Horário de atendimento', 'Da empresa')
  await stack.sql`update settings set schedule_type = 'queue'`
  await goOnline(page.context(), cable)
  await expect(page.getByText('Alguém mudou os mesmos campos')).toBeVisible()
  await expect(choice(page, 'Horário de atendimento')).toContainText('De cada fila')
  await expectAccessible(page)
  await link(page, 'Resolver').click()
  const dialog = page.getByRole('dialog', { name: 'Sua alteração encontrou outra' })
  await expect(dialog.getByRole('radio', { name: 'A do servidor De cada fila' })).toBeVisible()
  await dialog.getByText('Da empresa').click()
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await expect(choice(page, 'Horário de atendimento')).toContainText('Da empresa')
  await expect.poll(() => company(stack)).toMatchObject({ schedule_type: 'company' })
})

const longName = 'Beatriz Torres Cavalcanti de Vasconcellos'

/** Nothing of a person covers anything else of them: on a desk, at twice the size, on a phone. */
async function expectRoomForNames(page: Page, name: string) {
  const edit = link(page, `Editar ${name}`)
  const shown = page.getByRole('link', { name, exact: true })
  for (const [width, height] of [
    [1440, 900],
    [720, 450],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectApart(shown, page.getByText(bia))
    await expectApart(shown, edit)
    await expectApart(page.getByText(bia), edit)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('an admin adds a user, who logs in and sees their queues; an edit without network comes later', async ({
  stack,
}) => {
  await twoConversations(stack)
  const cable = await stack.ownCable()
  const page = await stack.person(helena, { cable })
  await link(page, 'Usuários').click()
  await expect(row(page, 'Helena Prado')).toContainText('Online')
  await expect(row(page, 'Rafael Nunes')).toContainText('Offline')
  await expectAccessible(page)

  await link(page, 'Adicionar usuário').click()
  await field(page, 'Nome').fill('B')
  await button(page, 'Salvar').click()
  await expect(page.getByText('Muito curto: pelo menos')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'Nome').fill('Bia Torres')
  await field(page, 'E-mail').fill('bia')
  await expect(page.getByText('E-mail inválido')).toBeVisible()
  await field(page, 'E-mail').fill(bia)
  await field(page, 'Senha').fill(demoPassword)
  await page.getByRole('checkbox', { name: 'Vendas' }).check()
  await button(page, 'Salvar').click()
  await expectTold(page, 'Senha de Bia Torres definida.')
  await expect(row(page, 'Bia Torres')).not.toContainText('Sem senha')

  const desk = await stack.person(bia)
  await desk.getByRole('tab', { name: /Aguardando/ }).click()
  await expect(desk.getByText('Bom dia, da Ana')).toBeVisible()
  await expect(desk.getByText('Boa tarde, do Bruno')).toBeHidden()
  await expect(link(desk, 'Usuários')).toBeHidden()
  await expect(row(page, 'Bia Torres')).toContainText('Online')
  await desk.getByRole('button', { name: /^Aceitar o atendimento/ }).click()
  await expect(field(desk, 'Mensagem')).toBeVisible()

  await goOffline(page, cable)
  await link(page, 'Editar Bia Torres').click()
  await expect(page.getByText('Sem internet a senha não pode ser definida.')).toBeVisible()
  await field(page, 'Nome').fill(longName)
  await choose(page, 'Perfil', 'Supervisor')
  await button(page, 'Salvar').click()
  await expect(row(page, 'Beatriz Torres').getByLabel('Na fila para enviar')).toBeVisible()
  await expectRoomForNames(page, longName)
  await goOnline(page.context(), cable)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  const [saved] = await stack.sql`select name, profile from users where email = ${bia}`
  expect(saved).toEqual({ name: longName, profile: 'supervisor' })

  await button(page, `Excluir ${longName}`).click()
  await expect(page.getByText('1 atendimento aberto volta a aguardar.')).toBeVisible()
  await button(page, 'Excluir').click()
  await expectTold(page, 'Usuário excluído com sucesso!')
  await expect(desk.getByText('Sua sessão terminou', { exact: false })).toBeVisible()
  await expect
    .poll(() => stack.sql`select status, user_id from tickets where last_message = 'Bom dia, da Ana'`)
    .toEqual([{ status: 'pending', user_id: null }])
})

test('nobody is added while the settings say so, and the plan says how many', async ({ stack }) => {
  const page = await stack.person(helena)
  await link(page, 'Configurações').click()
  await turn(page, 'Criação de usuários', false)
  await link(page, 'Usuários').click()
  await expect(page.getByText('A criação de usuários está desativada')).toBeVisible()
  await expect(link(page, 'Adicionar usuário')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'configurações' }).click()
  await turn(page, 'Criação de usuários', true)
  await stack.sql`update plans set users = 3`
  await link(page, 'Usuários').click()
  await link(page, 'Adicionar usuário').click()
  await field(page, 'Nome').fill('Caio Alves')
  await field(page, 'E-mail').fill('caio@aurora.example')
  await field(page, 'Senha').fill(demoPassword)
  await button(page, 'Salvar').click()
  await expect(row(page, 'Caio Alves')).toContainText('plano')
  await expect(page.getByText('A senha de Caio Alves não foi definida.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Descartar Caio Alves').click()
  await button(page, 'Descartar').click()
  await expect(page.getByText('Caio Alves', { exact: true })).toBeHidden()
})

async function callApi({ url }: Stack, method: string, path: string, body: object, token?: string) {
  const headers = {
    'content-type': 'application/json',
    origin: url,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return (await response.json()) as { token: string }
}

test('two devices a person, where the company allows them: listed, one ended from the other, a third ends one', async ({
  stack,
}) => {
  const { token } = await callApi(stack, 'POST', '/auth/login', { email: helena, password: demoPassword })
  await callApi(stack, 'PUT', '/settings/devicesPerUser', { value: 2 }, token)
  const [desk, phone] = [await stack.person(rafael), await stack.person(rafael)]
  await desk.getByRole('button', { name: 'Perfil' }).click()
  await desk.getByRole('menuitem', { name: 'Perfil' }).click()
  const devices = desk.getByRole('dialog', { name: 'Perfil' }).getByRole('list').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.filter({ hasText: 'em uso agora' })).toContainText(/Linux.*Este aparelho/)
  await expectAccessible(desk)
  await devices
    .filter({ hasText: 'visto por último' })
    .getByRole('button', { name: /^Sair deste aparelho/ })
    .click()
  await desk
    .getByRole('dialog', { name: /^Sair de .*Linux\?/ })
    .getByRole('button', { name: /^Sair/ })
    .click()
  await expect(devices).toHaveCount(1)
  await expect(phone).toHaveURL(/\/login/)
  await expect(phone.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible()
  await desk.keyboard.press('Escape')

  await logIn(phone, stack.url, rafael)
  await callApi(stack, 'POST', '/auth/login', { email: rafael, password: demoPassword })
  // Whichever was seen longest ago.
  const told = (page: Page) => page.getByText('Sua conta foi acessada em outro computador.').count()
  await expect.poll(async () => (await told(desk)) + (await told(phone))).toBe(1)
})
