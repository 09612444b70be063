// The operator's word: written by a super user, read by everybody, gone when it is switched off.
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './stack.ts'
import { expectTold } from './told.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('an announcement reaches all companies with its picture, is new until it was read, and disappears at once', async ({
  stack,
}) => {
  const operator = await stack.person('super@balcao.example')
  const rafael = await stack.person('rafael@aurora.example')
  await operator.getByRole('link', { name: 'Informativos' }).click()
  await operator.getByRole('link', { name: 'Adicionar informativo' }).first().click()
  const form = operator.getByRole('dialog', { name: 'Adicionar informativo' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Obrigatório')).toHaveCount(2)
  await form.getByLabel('Título').fill('Manutenção no domingo')
  await form.getByLabel('Texto').fill('Das 2h às 3h o sistema fica *fora do ar*.')
  await form.getByRole('combobox', { name: 'Prioridade' }).click()
  await operator.getByRole('option', { name: 'Alta' }).click()
  const choose = (name: string, mimeType: string) =>
    form.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: png })
  await choose('programa.svg', 'image/svg+xml')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByText('Use uma imagem PNG ou JPEG.')).toBeVisible()
  await choose('mapa.png', 'image/png')
  await expectAccessible(operator)
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expectTold(operator, 'Informativo salvo com sucesso!')

  await rafael.getByRole('button', { name: '1 informativo novo' }).click()
  const read = rafael.getByRole('dialog', { name: 'Informativos' }).getByRole('article')
  await expect(read).toContainText('Manutenção no domingo')
  await expect(read).toContainText('Alta')
  await expect(read.locator('strong')).toHaveText('fora do ar')
  const picture = read.getByRole('img', { name: 'Imagem de Manutenção no domingo' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await expectAccessible(rafael)
  await rafael.keyboard.press('Escape')
  await expect(rafael.getByRole('button', { name: 'Informativos' })).toBeVisible()
  await rafael.reload()
  await expect(rafael.getByRole('button', { name: 'Informativos' })).toBeVisible()
  const path = String(await stack.sql`select media_hash from announcements`.then(([row]) => row?.['media_hash']))
  expect((await fetch(`${stack.url}/public/${path}`)).status).toBe(200)

  await operator.getByRole('link', { name: 'Manutenção no domingo', exact: true }).click()
  const edit = operator.getByRole('dialog', { name: 'Editar informativo' })
  await edit.getByRole('switch', { name: 'Ativo' }).click()
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await expect(rafael.getByRole('button', { name: 'Informativos' })).toBeHidden()
  expect((await fetch(`${stack.url}/public/${path}`)).status).toBe(404)
  await expect(operator.getByText('Inativo')).toBeVisible()

  await rafael.goto(`${stack.url}/announcements`)
  await expectTold(rafael, 'Esta empresa não possui permissão para acessar essa página!')
  await expect(rafael).toHaveURL(/\/tickets$/)
})
