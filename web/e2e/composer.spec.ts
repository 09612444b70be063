// Writing: quick messages by keyboard, variables, the signature, drafts, and a colleague who was faster.
import { expect } from '@playwright/test'
import { bubble, item, openConversation, pill, write } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'

const rafael = 'rafael@aurora.example'
const helena = 'helena@aurora.example'

async function addQuickMessage({ sql }: Stack, shortcode: string, message: string) {
  await sql`
    insert into quick_messages (id, company_id, user_id, shortcode, message, geral, created_at, updated_at)
    select uuidv7(), company_id, id, ${shortcode}, ${message}, true, now(), now() from users where email = ${helena}`
}

const lastSent = async ({ sql }: Stack) => {
  const [row] = await sql`select body from messages where from_me order by created_at desc limit 1`
  return row?.['body'] as string | undefined
}

test('a quick message by keyboard, with its variables filled; what is written is signed; a draft is kept', async ({
  stack,
}) => {
  await stack.link()
  await addQuickMessage(stack, 'prazo', 'Olá {{firstName}}, o prazo de entrega é de dois dias úteis.')
  await addQuickMessage(stack, 'preço', 'Nossos preços estão no site.')
  const page = await stack.person(rafael, { signing: true })
  await stack.customer.sendText(companyNumber, 'Oi, tudo bem?')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await expect(item(page, 'Ana Souza')).toBeVisible()
  await goOffline(page, stack.cable)
  await item(page, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'Oi, tudo bem?')).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Mensagem' })

  await box.press('/')
  const options = page.getByRole('listbox', { name: 'Mensagens rápidas' }).getByRole('option')
  await expect(options).toHaveText([`/prazoOlá Ana, o prazo de entrega é de do…`, '/preçoNossos preços estão no site.'])
  await box.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await box.press('Escape')
  await expect(options).toHaveCount(0)
  await box.fill('')
  await box.pressSequentially('/praz')
  await expect(options).toHaveCount(1)
  await box.press('Enter')
  await expect(box).toHaveValue('Olá Ana, o prazo de entrega é de dois dias úteis.')
  await box.press('Enter')
  await expect(bubble(page, 'dois dias úteis')).toBeVisible()

  // Read as well, which nobody asked for: the list has what the pill counts, in the words that were written.
  await pill(page, /Offline · 2 na fila/).click()
  const waiting = page.getByRole('dialog', { name: 'Sincronização' })
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await expect(waiting.getByText('Olá Ana, o prazo de entrega é de dois dias úteis.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await goOnline(page.context(), stack.cable)
  await expect
    .poll(() => lastSent(stack))
    .toMatch(/^\*Rafael[^*]*:\*\nOlá Ana, o prazo de entrega é de dois dias úteis\.$/)

  await test.step('what looks like a quick message and is none stays in the field', async () => {
    const sent = page.getByRole('log', { name: 'Conversa' }).getByRole('article')
    await expect(sent).toHaveCount(2)
    await box.pressSequentially('/zap')
    await box.press('Enter')
    await expect(page.getByText('Nenhuma mensagem rápida com “zap”')).toBeVisible()
    await box.press('Enter')
    await expect(box).toHaveValue('/zap')
    await box.fill('/x')
    await box.press('Enter')
    await expect(page.getByText('Nenhuma mensagem rápida com “x”')).toBeVisible()
    await expect(box).toHaveValue('/x')
    await expect(sent).toHaveCount(2)
  })
  await test.step('it is written there and then, and taken', async () => {
    await box.fill('/frete')
    await page.getByRole('button', { name: 'Criar mensagem rápida' }).click()
    const form = page.getByRole('dialog', { name: 'Adicionar mensagem rápida' })
    await expect(form.getByRole('textbox', { name: 'Atalho' })).toHaveValue('frete')
    await form.getByRole('textbox', { name: 'Mensagem' }).fill('O frete é grátis, {{firstName}}.')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(form).toBeHidden()
    await expect(options).toHaveText(['/freteO frete é grátis, Ana.'])
    await expect(box).toBeFocused()
    // Where its button was is the one that sends.
    await box.hover()
    await box.press('Enter')
    await expect(box).toHaveValue('O frete é grátis, Ana.')
    await box.press('Enter')
    await expect(bubble(page, 'O frete é grátis')).toBeVisible()
  })
  await test.step('the name stands above a group of bubbles once, and not in the list', async () => {
    await expect.poll(() => lastSent(stack)).toMatch(/^\*Rafael.*\nO frete/)
    // Whatever minute the clock was about to begin.
    await stack.sql`
      update messages m set created_at = (select max(created_at) from messages) where m.from_me`
    await expect(bubble(page, 'dois dias úteis')).toContainText('Rafael Nunes:')
    await expect(bubble(page, 'O frete é grátis')).toHaveText(/^O frete é grátis, Ana\./)
    await expect(item(page, 'Ana Souza')).toContainText('O frete é grátis, Ana.')
    await expect(item(page, 'Ana Souza')).not.toContainText('Rafael')
  })
  await test.step('Escape and Enter send it as it is, and so does the button', async () => {
    await box.fill('/x')
    await expect(page.getByText('Nenhuma mensagem rápida com “x”')).toBeVisible()
    await box.press('Escape')
    await expect(page.getByText('Nenhuma mensagem rápida com “x”')).toBeHidden()
    await box.press('Enter')
    await expect(bubble(page, '/x')).toBeVisible()
    await box.fill('/zap')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(bubble(page, '/zap')).toBeVisible()
  })

  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Assinar mensagens' }).click()
  await page.keyboard.press('Escape')
  await test.step('one writes on behind a variable that was put in, by pointer or by keys', async () => {
    const add = page.getByRole('button', { name: 'Anexar' })
    await box.fill('Olá ')
    await add.click()
    await page.getByRole('menuitem', { name: 'Primeiro nome' }).click()
    await expect(box).toBeFocused()
    await page.keyboard.type(' d bem?')
    await expect(box).toHaveValue('Olá {{firstName}} d bem?')
    await add.click()
    await page.getByRole('menuitem', { name: 'Hora' }).press('Enter')
    await expect(box).toBeFocused()
    await page.keyboard.type(' h')
    await expect(box).toHaveValue('Olá {{firstName}} d bem?{{hour}} h')
    // Nothing was chosen: one goes on at the menu's button.
    await add.click()
    await page.keyboard.press('Escape')
    await expect(add).toBeFocused()
  })
  await box.fill('{{name}}')
  await box.press('Enter')
  await expect.poll(() => lastSent(stack)).toBe('Ana Souza')

  await box.fill('Um rascunho')
  await page.getByRole('link', { name: 'Contatos' }).click()
  await expect(page).toHaveURL(/\/contacts$/)
  await page.getByRole('link', { name: 'Atendimentos' }).click()
  await expect(box).toHaveValue('Um rascunho')
  await expect(item(page, 'Ana Souza')).not.toContainText('Rascunho')
  await page.goto(`${stack.url}/tickets`)
  await expect(item(page, 'Ana Souza')).toContainText('Rascunho:Um rascunho')
  await item(page, 'Ana Souza').getByRole('link').click()
  await expect(box).toHaveValue('Um rascunho')
})

test('a reply that a colleague has overtaken asks first', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  const colleague = await stack.person(helena)
  await colleague.goto(page.url())
  const box = page.getByRole('textbox', { name: 'Mensagem' })
  await expect(page.getByRole('status').filter({ hasText: /^Helena.* está vendo$/ })).toBeVisible()
  await box.pressSequentially('Temos sim')
  await expect(colleague.getByText(/^Rafael.* está escrevendo$/)).toBeAttached()
  await write(colleague, 'Já respondi')
  await expect(bubble(page, 'Já respondi')).toBeVisible()
  await box.press('Enter')
  const question = page.getByRole('dialog', { name: /respondeu enquanto você escrevia\. Enviar mesmo assim\?/ })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(box).toHaveValue('Temos sim')
  await box.press('Enter')
  await question.getByRole('button', { name: 'Enviar mesmo assim' }).click()
  await expect(bubble(page, 'Temos sim')).toBeVisible()
  await expect.poll(() => lastSent(stack)).toBe('Temos sim')
  await write(page, 'Mais alguma coisa?')
})
