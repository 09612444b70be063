// The first login on a device: what does not depend on who it is was got ready before, and until the rest is here the server paints.
import { expect, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import { bubble, item, pill, write } from './conversation.ts'
import { databaseFolders, spareFolder } from './local-databases.ts'
import { companyNumber, test, type Stack } from './stack.ts'

/** The one that stands in a first visit's page until the app's takes its place. */
const pageOwnLogin = (page: Page) => page.locator('[data-first-page]')

/** A window on a line that brings the page, and no code until `arrive`. */
async function slowWindow(stack: Stack) {
  const page = await stack.window({ bare: true })
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => arrived.then(() => route.continue()))
  return { page, arrive }
}

async function enter(page: Page) {
  await page.getByLabel('E-mail').fill('rafael@aurora.example')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
}

test('the database made while somebody types who they are becomes theirs, and the next person gets another', async ({
  stack,
}) => {
  const page = await stack.window({ bare: true })
  await page.goto(`${stack.url}/login`)
  // The app makes its store, not whoever looks into it first.
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(pageOwnLogin(page)).toHaveCount(0)
  await expect.poll(() => spareFolder(page)).toBeDefined()
  const waiting = await spareFolder(page)
  const second = await page.context().newPage()
  await second.goto(`${stack.url}/login`)
  await expect(second.getByLabel('E-mail')).toBeVisible()
  expect(await databaseFolders(page)).toEqual([waiting])
  await second.close()

  await enter(page)
  expect(await databaseFolders(page)).toEqual([waiting])
  expect(await spareFolder(page)).toBeUndefined()
  await page.reload()
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
  expect(await databaseFolders(page)).toEqual([waiting])

  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect.poll(() => spareFolder(page)).toBeDefined()
  await expect.poll(() => databaseFolders(page)).not.toContain(waiting)
})

test('before there is a local database the list is painted, accepted and answered in; its taking over is not seen', async ({
  stack,
}) => {
  await stack.link()
  await stack.customer.sendText(companyNumber, 'Tem bolo?')
  const databaseMayCome = Promise.withResolvers<void>()
  const page = await stack.person('rafael@aurora.example', {
    bare: true,
    serviceWorkers: 'block',
    prepare: async (context) =>
      void (await context.route('**/*.wasm', (route) => databaseMayCome.promise.then(() => route.continue()))),
  })
  await page.getByRole('tab', { name: 'Aguardando 1' }).click()
  await item(page, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'Tem bolo?')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Atendendo 1' })).toBeVisible()
  await write(page, 'De cenoura.')
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['De cenoura.'])
  await stack.customer.sendText(companyNumber, 'Quero dois!')
  await expect(bubble(page, 'Quero dois!')).toBeVisible()
  await pill(page, /Sincronizando/).click()
  await expect(page.getByRole('dialog').getByText(/^Na tela, as respostas do servidor/)).toBeVisible()
  await page.keyboard.press('Escape')

  const painted = await Promise.all(
    ['Tem bolo?', 'De cenoura.', 'Quero dois!'].map((text) => bubble(page, text).elementHandle()),
  )
  databaseMayCome.resolve()
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  for (const node of painted) expect(await node?.evaluate(({ isConnected }) => isConnected)).toBe(true)
  await write(page, 'Anotado.')
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['De cenoura.', 'Anotado.'])
  await page.getByRole('button', { name: 'Tudo sincronizado' }).click()
  await expect(page.getByRole('dialog').getByText('Sincronizado agora, em tempo real.')).toBeVisible()
})

test('a first visit on a slow line: the login is there before the code, and what was typed and entered counts', async ({
  stack,
}) => {
  const { page, arrive } = await slowWindow(stack)
  await page.goto(`${stack.url}/`, { waitUntil: 'commit' })
  await expect(page.getByText('Entre para atender seus clientes.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  const before = await page.getByLabel('E-mail').boundingBox()
  await page.keyboard.type('rafael@aurora.example')
  // By the pointer: what is there to be the app's later does not lie above it.
  await page.getByLabel('Senha', { exact: true }).click()
  await page.keyboard.type('errada')
  arrive()
  await expect(pageOwnLogin(page)).toHaveCount(0)
  await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('errada')
  await expect(page.getByLabel('E-mail')).toHaveValue('rafael@aurora.example')
  expect(await page.getByLabel('E-mail').boundingBox()).toEqual(before)
  await page.keyboard.type('!')
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue('errada!')
})

test('who enters before the code is there is let in as soon as it is', async ({ stack }) => {
  const { page, arrive } = await slowWindow(stack)
  await page.goto(`${stack.url}/login`, { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill('rafael@aurora.example')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  arrive()
  await expect(page.getByRole('button', { name: 'Perfil' })).toBeVisible()
  expect(page.url()).not.toContain('aurora')
})
