// The first login on a device: what does not depend on who it is was got ready before.
import { expect, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import { databaseFolders, spareFolder } from './local-databases.ts'
import { test } from './stack.ts'

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
