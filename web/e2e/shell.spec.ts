// What is around every screen: palette, shortcuts, bell and sound, tasks, profile. By keyboard, and under axe.
import { expect, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import { expectAccessible } from './accessible.ts'
import { bubble } from './conversation.ts'
import { companyNumber, test, type Stack } from './stack.ts'
import { expectTold, takeBack } from './told.ts'

const helena = 'helena@aurora.example'
const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar e comandar' })
const paletteField = (page: Page) => palette(page).getByRole('combobox', { name: 'Buscar e comandar' })
const option = (page: Page, name: RegExp | string) => palette(page).getByRole('option', { name, exact: true })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Atalhos do teclado' })
const tasks = (page: Page) => page.getByRole('list', { name: 'Tarefas' }).getByRole('listitem')
const bell = (page: Page) => page.getByRole('button', { name: /ensagens não lidas/ })
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

/** Tones that pages of this context begin, in all its tabs. */
async function countTones(page: Page) {
  await page.context().addInitScript(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      localStorage.setItem('tones', String(Number(localStorage.getItem('tones')) + 1))
      return start.apply(this, args)
    }
  })
  await page.reload()
}

const tones = (page: Page) => page.evaluate(() => Number(localStorage.getItem('tones')))

async function choose(page: Page, words: string, name: RegExp | string) {
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
  await page.keyboard.type(words)
  await expect(option(page, name)).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

async function wantPending({ sql }: Stack) {
  await sql`update users set all_ticket = true where email = ${helena}`
}

test('the shell by keyboard: screens, tickets, shortcuts, tasks, what is unread, the profile', async ({ stack }) => {
  await wantPending(stack)
  await stack.link()
  const page = await stack.person(helena)

  await test.step('public routes are for who is not logged in', async () => {
    await page.goto(`${stack.url}/login`)
    await expect(page).toHaveURL(`${stack.url}/`)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  })
  await countTones(page)

  await test.step('the palette goes to screens, and gives the focus back', async () => {
    await page.getByRole('link', { name: 'Tarefas' }).focus()
    await page.keyboard.press('Control+k')
    await expect(paletteField(page)).toBeFocused()
    await expect(option(page, 'Filas')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(page.getByRole('link', { name: 'Tarefas' })).toBeFocused()
    await choose(page, 'conexoes', 'Conexões')
    await expect(page).toHaveURL(/\/connections$/)
    await page.emulateMedia({ colorScheme: 'light' })
    await choose(page, 'tema escuro', 'Usar tema escuro')
    await expect(page.locator('html')).toHaveClass(/dark/)
    await choose(page, 'tema claro', 'Usar tema claro')
    // From the next load on it is the system's again, which the accessibility checks change.
    await page.evaluate(() => localStorage.removeItem('theme'))
    await choose(page, 'pão de queijo', /^Buscar “pão de queijo” nas mensagens/)
    await expect(page.getByRole('searchbox', { name: 'Buscar atendimentos' })).toHaveValue('pão de queijo')
    await expect(page).toHaveURL(/\/tickets$/)
    await choose(page, 'taref', 'Tarefas')
    await expect(page).toHaveURL(/\/todolist$/)
  })

  await test.step('tasks are added, changed, deleted and brought back', async () => {
    const field = page.getByRole('textbox', { name: 'Nova tarefa' })
    await field.fill('   ')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nada a fazer por enquanto')).toBeVisible()
    await field.fill('Comprar farinha')
    await page.keyboard.press('Enter')
    await expect(tasks(page)).toHaveText(['Comprar farinha'])
    // A question mark that is written is no shortcut.
    await page.keyboard.type('Ligar para quem?')
    await expect(sheet(page)).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(tasks(page)).toHaveText(['Ligar para quem?', 'Comprar farinha'])
    await page.getByRole('button', { name: 'Editar Comprar farinha' }).click()
    await page.getByRole('textbox', { name: 'Tarefa', exact: true }).fill('Comprar fermento')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Editar Comprar fermento' })).toBeFocused()
    await page.getByRole('button', { name: 'Excluir Ligar para quem?' }).click()
    await takeBack(page, 'Tarefa excluída: Ligar para quem?')
    await expect(tasks(page)).toHaveText(['Ligar para quem?', 'Comprar fermento'])
    await page.reload()
    await expect(tasks(page)).toHaveText(['Ligar para quem?', 'Comprar fermento'])
    await expectAccessible(page)
  })

  await test.step('? lists the shortcuts; plain keys can be switched off', async () => {
    await page.getByRole('heading', { name: 'Tarefas' }).click()
    await page.keyboard.press('?')
    const key = (name: string) => sheet(page).getByRole('listitem').filter({ hasText: name })
    await expect(key('Buscar e comandar')).toContainText('CtrlK')
    await expect(key('Ver os que aguardam')).toContainText('(não vale agora)')
    await expectAccessible(page)
    await sheet(page)
      .getByRole('switch', { name: /^Atalhos de uma tecla só/ })
      .click()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await page.keyboard.press('?')
    await choose(page, 'atalhos', /^Mostrar os atalhos/)
    await expect(sheet(page)).toBeVisible()
    await sheet(page)
      .getByRole('switch', { name: /^Atalhos de uma tecla só/ })
      .click()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
    await page.keyboard.press('?')
    await expect(sheet(page).getByRole('button', { name: 'Fechar' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toBeHidden()
  })

  await test.step('a message that is on no screen rings once in all tabs, and stands in bell and title', async () => {
    const second = await page.context().newPage()
    await second.goto(`${stack.url}/todolist`)
    await second.getByRole('heading', { name: 'Tarefas' }).click()
    await expect(second.getByRole('button', { name: 'Tudo sincronizado' })).toBeVisible()
    await stack.customer.sendText(companyNumber, 'Tem broa?')
    await expect(bell(page)).toHaveAccessibleName('1 atendimento com mensagens não lidas')
    await expect(page).toHaveTitle('(1) Balcão')
    await expect(second).toHaveTitle('(1) Balcão')
    // One chime is two tones.
    await expect.poll(() => tones(page)).toBe(2)
    await second.close()
    await bell(page).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: /Ana Souza/ }).click()
    await expect(bubble(page, 'Tem broa?')).toBeVisible()
  })

  await test.step('the palette opens a ticket by the contact’s name or number', async () => {
    const address = page.url()
    await choose(page, 'filas', 'Filas')
    await expect(page).toHaveURL(/\/queues$/)
    await choose(page, 'ana sou', /^Ana Souza/)
    await expect(page).toHaveURL(address)
    await choose(page, 'filas', 'Filas')
    await choose(page, '911110001', /^Ana Souza/)
    await expect(page).toHaveURL(address)
  })

  await test.step('the profile is edited; the password takes the present one', async () => {
    await page.getByRole('button', { name: 'Perfil' }).click()
    await page.getByRole('menuitem', { name: 'Perfil' }).click()
    const form = page.getByRole('dialog', { name: 'Perfil' })
    await form.getByLabel('Nome').fill('Helena Prado Dias')
    await form.getByLabel('Nova senha').fill('1234')
    await form.getByLabel('Senha atual').fill('errada')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(form.getByText('Muito curto: pelo menos')).toBeVisible()
    await form.getByLabel('Nova senha').fill('uma senha nova')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(form.getByText('Senha atual incorreta.')).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel('Senha atual').fill(demoPassword)
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expectTold(page, 'Perfil salvo com sucesso!')
    await expect(page.getByText('Olá, Helena')).toBeVisible()
    // The session goes on: what is done now reaches the server.
    const name = async () => (await stack.sql`select name from users where email = ${helena}`)[0]?.['name']
    await expect.poll(name).toBe('Helena Prado Dias')
    await expect(page.getByRole('button', { name: 'Tudo sincronizado' })).toBeVisible()
  })

  await test.step('volume and refresh; on a phone they are in the drawer', async () => {
    await page.getByRole('button', { name: 'Volume dos avisos' }).click()
    await page.getByRole('slider', { name: 'Volume dos avisos' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('slider', { name: 'Volume dos avisos' })).toHaveAttribute('aria-valuetext', /90/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sincronizar agora' }).click()
    await expectTold(page, 'Tudo atualizado.')
    await choose(page, 'tarefas', 'Tarefas')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Mais', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Helena Prado Dias' })
    await expect(drawer.getByRole('slider', { name: 'Volume dos avisos' })).toHaveAttribute('aria-valuetext', /90/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize(wide)
  })
})
