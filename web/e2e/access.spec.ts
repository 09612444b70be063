// Every screen, on a desk and on a phone, light and dark: nothing that axe finds.
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { companyNumber, test } from './stack.ts'

test('the screens of an admin have no accessibility violations', async ({ stack }) => {
  await stack.link()
  await stack.customer.sendText(companyNumber, 'Bom dia, vocês *entregam*? https://example.com')
  const desk = await stack.person('helena@aurora.example')
  await desk.getByRole('tab', { name: /Aguardando/ }).click()
  await expect(desk.getByText('Bom dia, vocês entregam?')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: /^Aceitar/ }).click()
  await desk.getByRole('textbox', { name: 'Mensagem' }).fill('Entregamos sim!')
  await desk.keyboard.press('Enter')
  await expect(desk.getByLabel('Entregue')).toBeVisible()
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.getByRole('link', { name: /Conexões/ }).click()
  await expect(desk.getByText('Conectado', { exact: true })).toBeVisible()
  await expectAccessible(desk)
  await desk.goto(`${stack.url}/notifications`)
  await expect(desk.getByRole('switch', { name: /^Mostrar o texto/ })).toBeEnabled()
  await expectAccessible(desk)
})
