// The first two minutes, as a newcomer has them: nothing typed to come in, customers who write, the phones in a second window, and the cable
// pulled and plugged in again. Each step of the guide is done by being done.
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bubble, item, pill, write } from './conversation.ts'
import { test } from './stack.ts'

test.use({ demo: true })

test('in two minutes: one click in, a customer answered, played, and answered without network', async ({ stack }) => {
  await stack.link()
  const page = await stack.window()
  await page.goto(stack.url)
  const helena = page.getByRole('button', { name: 'Entrar como Helena, administradora' })
  await expect(helena).toBeVisible()
  await expectAccessible(page)
  await helena.click()
  const guide = page.getByRole('region', { name: 'Guia da demonstração' })
  await expect(guide.getByRole('status')).toContainText('Responda a um cliente')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const row = item(page, 'Ana Souza')
  await expect(row).toContainText('O bolo de cenoura sai hoje?')
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await write(page, 'Sai às dez!')
  await expect(guide.getByRole('status')).toContainText('Seja o cliente')

  const opened = page.waitForEvent('popup')
  await guide.getByRole('link', { name: 'Celulares' }).click()
  const phones = await opened
  await expect(phones.locator('.bubble', { hasText: 'Sai às dez!' })).toBeVisible()
  await phones.getByRole('textbox', { name: 'Mensagem' }).fill('Guarde um para mim')
  await phones.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(bubble(page, 'Guarde um para mim')).toBeVisible()
  await expect(guide.getByRole('status')).toContainText('Puxe o cabo')

  await phones.getByLabel(/Cabo ligado/).uncheck()
  await expect(phones.getByText('Cabo puxado: o Balcão está sem rede')).toBeVisible()
  await expect(guide.getByRole('status')).toContainText('Escreva sem rede')
  await write(page, 'Guardado!')
  await expect(guide.getByRole('status')).toContainText('Ligue o cabo')
  await expect(pill(page, /1 na fila/)).toBeVisible()
  await phones.getByLabel(/Cabo puxado/).check()
  await expect(phones.locator('.bubble', { hasText: 'Guardado!' })).toBeVisible()
  await expect(guide.getByRole('status')).toContainText('Pronto')
  await expectAccessible(page)
  await guide.getByRole('button', { name: /Passos da demonstração: ?5\/5/ }).click()
  await expect(page.getByLabel('Feito')).toHaveCount(5)
  await page.keyboard.press('Escape')
  await guide.getByRole('button', { name: 'Fechar o guia' }).click()
  await expect(guide).toBeHidden()
})
