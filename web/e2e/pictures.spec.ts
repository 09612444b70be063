// Contacts' profile pictures: shown where the contact is, without network too, and initials where there is none.
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { fromRoot } from '../../scripts/paths.ts'
import { item, openConversation } from './conversation.ts'
import { goOffline } from './offline.ts'
import { test } from './stack.ts'

const rafael = 'rafael@aurora.example'

test('a customer’s picture is shown in list, conversation, drawer and among the contacts, also offline', async ({
  stack,
}) => {
  await stack.customer.setPicture(await readFile(fromRoot('whatsapp-worker/simulator/samples/photo.jpg')))
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  const inList = item(page, 'Ana Souza').locator('img[alt=""]')
  const shows = () => inList.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
  await expect(inList).toBeVisible()
  await expect.poll(shows).toBe(true)
  await expect(page.locator('header img[alt=""]')).toBeVisible()
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  await expect(page.getByRole('complementary', { name: 'Dados do contato' }).locator('img[alt=""]')).toBeVisible()
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  const contacts = page.getByRole('table', { name: 'Contatos' }).getByRole('row')
  await expect(contacts.filter({ hasText: 'Ana Souza' }).locator('img[alt=""]')).toBeVisible()
  await expect(contacts.filter({ hasText: 'Bruno Lima' }).locator('img[alt=""]')).toHaveCount(0)
  await page.goBack()
  await goOffline(page, stack.cable)
  await page.reload()
  await expect(inList).toBeVisible()
  await expect.poll(shows).toBe(true)
})
