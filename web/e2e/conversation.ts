// The ticket list and the conversation as a person sees them, and the network as they have it.
import { expect, type Locator, type Page } from '@playwright/test'
import { companyNumber, type Stack } from './stack.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Atendimentos' })
export const item = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
export const conversation = (page: Page) => page.getByRole('log', { name: 'Conversa' })
export const bubble = (page: Page, text: string) => conversation(page).getByRole('article').filter({ hasText: text })
export const pill = (page: Page, text: RegExp) => page.getByRole('button', { name: text })

export async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(bubble(page, text)).toBeVisible()
}

/** The actions of a message that the pointer is on; whose message moves from under it goes after it. */
export async function pointAt(message: Locator): Promise<Locator> {
  const actions = message.getByRole('button', { name: 'Ações da mensagem' })
  await expect(async () => {
    await message.hover()
    await expect(actions).toBeVisible({ timeout: 1000 })
  }).toPass()
  return actions
}

export async function openMessageMenu(message: Locator) {
  const actions = await pointAt(message)
  await actions.click()
}

/** Clicks where the pointer went first, and goes on clicking there while the page changes under it. */
export async function hammer(page: Page, button: Locator) {
  await button.hover()
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is on the screen')
  for (let times = 0; times < 10; times++) {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 30 })
  }
}

/** A conversation of who is logged in, with everything of theirs on the device, the app itself too. */
export async function openConversation(stack: Stack, page: Page) {
  await stack.customer.sendText(companyNumber, 'Oi, tudo bem?')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await item(page, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'Oi, tudo bem?')).toBeVisible()
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
}
