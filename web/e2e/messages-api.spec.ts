// The messages API as somebody meets it who connects another system: the page, its test form, and its examples as they stand there.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { companyNumber, test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

const run = promisify(execFile)
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Made where people make it. */
async function newToken(page: Page): Promise<string> {
  await link(page, 'Conexões').click()
  await page
    .getByRole('link', { name: /^Editar / })
    .first()
    .click()
  await button(page, 'Gerar token').click()
  const token = await field(page, 'Token').inputValue()
  await page.keyboard.press('Escape')
  return token
}

/** As it stands on the page. */
async function example(page: Page, title: string, language: string): Promise<string> {
  const part = page.getByRole('region', { name: title, exact: true })
  await part.getByRole('tab', { name: language }).click()
  return (await part.getByRole('region', { name: `: ${language}` }).textContent()) ?? ''
}

const received = ({ customer }: Stack) => customer.messagesWith(companyNumber)

test('a token from the connection sends by the form and by the examples as they stand on the page', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person('helena@aurora.example')
  const token = await newToken(page)
  await link(page, 'API de mensagens').click()
  await expect(page.getByRole('heading', { name: 'API de mensagens' })).toBeVisible()
  await expectAccessible(page)

  await button(page, 'Enviar').click()
  await expect(page.getByText('Obrigatório')).toHaveCount(2)
  await field(page, 'Token').fill('blc_errado')
  await field(page, 'Número').fill('11 98765-4321')
  await field(page, 'Mensagem').fill('Pelo formulário')
  await button(page, 'Enviar').click()
  await expect(page.getByText('Código do país, DDD e número, só dígitos.')).toBeVisible()
  await field(page, 'Número').fill(stack.customer.number)
  await button(page, 'Enviar').click()
  await expectTold(page, 'O token não é de nenhuma conexão')
  await field(page, 'Token').fill(token)
  await button(page, 'Enviar').click()
  await expectTold(page, 'Mensagem enviada com sucesso')
  await stack.customer.receivedAt('Pelo formulário')

  const folder = await mkdtemp(join(tmpdir(), 'balcao-examples-'))
  const inFolder = { cwd: folder }
  try {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await writeFile(join(folder, 'foto.jpg'), png)
    await writeFile(join(folder, 'recibo.pdf'), '%PDF-1.4\n%âãÏÓ\n')
    const answers = [
      (await run('bash', ['-c', await example(page, 'Enviar um texto', 'curl')], inFolder)).stdout,
      (await run('bash', ['-c', await example(page, 'Enviar arquivos', 'curl')], inFolder)).stdout,
    ]
    for (const title of ['Enviar um texto', 'Enviar arquivos']) {
      await writeFile(join(folder, 'enviar.js'), await example(page, title, 'JavaScript'))
      answers.push((await run(process.execPath, ['enviar.js'], inFolder)).stdout)
    }
    for (const answer of answers) expect(answer).toContain('statusUrl')
    const text = 'Olá! Seu pedido saiu para entrega.'
    await expect
      .poll(async () => (await received(stack)).map((message) => `${message.kind}: ${message.text}`))
      .toEqual([
        'text: Pelo formulário',
        `text: ${text}`,
        `image: ${text}`,
        'document: ',
        `text: ${text}`,
        `image: ${text}`,
        'document: ',
      ])
    const id = /"id": ?"([0-9a-f-]{36})"/.exec(answers[0] ?? '')?.[1] ?? ''
    const asking = (await example(page, 'O que aconteceu com a mensagem', 'curl')).replace('/ID', `/${id}`)
    await expect.poll(async () => (await run('bash', ['-c', asking])).stdout).toMatch(/"status":"(delivered|read)"/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  // Nobody has to take what another system says.
  await link(page, 'Atendimentos').click()
  await expect(page.getByRole('tab', { name: 'Aguardando' })).toBeVisible()
  expect(await stack.sql`select status from tickets`).toEqual([{ status: 'closed' }])

  const supervisor = await stack.person('rafael@aurora.example')
  await supervisor.goto(`${stack.url}/messages-api`)
  await expect(supervisor).toHaveURL(/\/tickets/)
  await expect(link(supervisor, 'API de mensagens')).toHaveCount(0)
})
