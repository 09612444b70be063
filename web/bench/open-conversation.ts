// How a figure of one conversation begins: a customer who wrote, and an attendant who has accepted.
import { expect, type Page } from '@playwright/test'
import { companyNumber, type PersonOptions, type Stack } from '../e2e/stack.ts'
import { observePaints } from './paint.ts'

export const rafael = 'rafael@aurora.example'
export const conversation = '[role=log]'

/** The simulated network's own delays are off. */
export async function openConversation(stack: Stack, options: PersonOptions = {}): Promise<Page> {
  await stack.phones.setFaults({ ackDelayMs: 0, deliveryDelayMs: 0 })
  await stack.link()
  const page = await stack.person(rafael, { prepare: observePaints, ...options })
  await page.reload()
  await stack.customer.sendText(companyNumber, 'Olá')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await page
    .getByRole('button', { name: /^Aceitar o atendimento/ })
    .first()
    .click()
  await expect(page.getByRole('log', { name: 'Conversa' }).getByText('Olá')).toBeVisible()
  return page
}
