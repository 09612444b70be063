// The ticket list and the conversation as a person sees them, and the network as they have it.
import { setTimeout as delay } from 'node:timers/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { outboxSize } from './local-databases.ts'
import { companyNumber, type Stack } from './stack.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Atendimentos' })
export const item = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
export const conversation = (page: Page) => page.getByRole('log', { name: 'Conversa' })
export const bubble = (page: Page, text: string) => conversation(page).getByRole('article').filter({ hasText: text })
export const pill = (page: Page, text: RegExp) => page.getByRole('button', { name: text })

/** What was done here is with the server and back, and all of theirs is on the device. The pill alone says so for another moment after something was done. */
export async function synced(page: Page) {
  await expect.poll(() => outboxSize(page)).toBe(0)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
}

export async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await page.keyboard.press('Enter')
  await expect(bubble(page, text)).toBeVisible()
}

/** Until it shows `action`, which it does while the pointer is on it: whose message or row moves from under it goes after it. */
export async function pointAt(shown: Locator, action: Locator) {
  await expect(async () => {
    await shown.hover()
    await expect(action).toBeVisible({ timeout: 1000 })
  }).toPass()
}

export async function openMessageMenu(message: Locator) {
  const actions = message.getByRole('button', { name: 'Ações da mensagem' })
  await pointAt(message, actions)
  await actions.click()
}

/** Clicks where the pointer went first, and goes on clicking there while the page changes under it. A finger does not wait for a page that is busy. */
export async function hammer(page: Page, button: Locator) {
  await button.hover()
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is on the screen')
  const mouse = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left', clickCount: 1 } as const
  const done: Promise<unknown>[] = []
  for (let times = 0; times < 10; times++) {
    done.push(mouse.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: at.x, y: at.y }))
    done.push(mouse.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at }))
    await delay(30)
    done.push(mouse.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at }))
    await delay(30)
  }
  await Promise.all(done)
}

/** A conversation of who is logged in, with everything of theirs on the device, the app itself too. */
export async function openConversation(stack: Stack, page: Page) {
  await stack.customer.sendText(companyNumber, 'Oi, tudo bem?')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await item(page, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'Oi, tudo bem?')).toBeVisible()
  await synced(page)
}
