// The API's own page, as a browser shows it under our policy: nothing of another host, and requests that can be tried.
import { expect } from '@playwright/test'
import { test } from './stack.ts'

test('the API is read and tried at /api/docs, with nothing of another host', async ({ page, stack }) => {
  const elsewhere: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stack.url)) elsewhere.push(request.url())
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  await page.goto(`${stack.url}/api/docs#tag/health/GET/health`)
  await expect(page.getByRole('heading', { name: 'Whether this server can serve' })).toBeVisible()
  await page.getByRole('button', { name: /Test Request.*\/health/ }).click()
  await page.getByRole('button', { name: /Send get request/ }).click()
  await expect(page.getByText('200 OK').first()).toBeVisible()
  expect({ elsewhere, refused }).toEqual({ elsewhere: [], refused: [] })
})
