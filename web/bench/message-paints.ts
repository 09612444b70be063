// One message, until it is painted in the open conversation.
import type { Page } from '@playwright/test'
import { companyNumber, type Stack } from '../e2e/stack.ts'
import { conversation } from './open-conversation.ts'
import { held, lastInput, paintOf } from './paint.ts'

/** ms since the customer sent it. */
export async function inboundPainted({ customer }: Stack, page: Page, text: string): Promise<number> {
  const painted = paintOf(page, text, conversation)
  const sentAt = Date.now()
  await customer.sendText(companyNumber, text)
  return (await painted) - sentAt
}

/** ms since the key, or the click, that sent it. */
export async function replyPainted(
  page: Page,
  text: string,
  send = () => page.getByRole('textbox', { name: 'Mensagem' }).press('Enter', held),
): Promise<number> {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  const painted = paintOf(page, text, conversation)
  await send()
  return (await painted) - (await lastInput(page))
}
