// The microphone: what is spoken becomes an MP3 of 128 kbps and arrives as a voice note; slips of the finger and second thoughts don't.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bubble, openConversation, write } from './conversation.ts'
import { companyNumber, test, type Stack } from './stack.ts'

const bar = (page: Page) => page.getByRole('group', { name: 'Gravação' })
const record = (page: Page) => page.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
const voices = ({ sql }: Stack) => sql`
  select media_mime, media_size, (details->>'seconds')::int as seconds from messages where from_me and media_type = 'audio'`

test('a recording shows how loud it is and arrives as a voice note of 128 kbps; a slip and a second thought do not', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)

  await record(page)
  await bar(page).getByRole('button', { name: 'Enviar gravação' }).click()
  await expect(page.getByText('A gravação é curta demais e não foi enviada.')).toBeVisible()
  await record(page)
  await expect(bar(page).getByRole('timer')).toHaveText('0:01')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()

  await record(page)
  await expect(bar(page).getByRole('timer')).toHaveText('0:02')
  const heights = () =>
    bar(page)
      .locator('[style]')
      .evaluateAll((bars) => bars.map((each) => each.clientHeight))
  await expect.poll(async () => Math.max(...(await heights()))).toBeGreaterThan(10)
  await expectAccessible(page)
  await bar(page).getByRole('button', { name: 'Enviar gravação' }).click()
  await expect(page.getByRole('article').getByRole('button', { name: /^Tocar/ })).toBeVisible()
  const kinds = async () =>
    (await stack.customer.messagesWith(companyNumber)).filter(({ fromMe }) => !fromMe).map(({ kind }) => kind)
  await expect.poll(kinds).toEqual(['audio'])
  const [voice, ...others] = await voices(stack)
  expect(others).toEqual([])
  expect(voice?.['media_mime']).toBe('audio/mpeg')
  expect(Number(voice?.['media_size']) / Number(voice?.['seconds'])).toBeGreaterThan(12_000)
  expect(Number(voice?.['media_size']) / Number(voice?.['seconds'])).toBeLessThan(24_000)
})

test('a recording that a colleague has overtaken waits while it asks', async ({ stack }) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  const colleague = await stack.person('helena@aurora.example')
  await colleague.goto(page.url())
  await record(page)
  await expect(bar(page).getByRole('timer')).toHaveText('0:02')
  await write(colleague, 'Já respondi')
  await expect(bubble(page, 'Já respondi')).toBeVisible()

  const send = bar(page).getByRole('button', { name: 'Enviar gravação' })
  const question = page.getByRole('dialog', { name: /respondeu enquanto você gravava\. Enviar mesmo assim\?/ })
  await send.click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(send).toBeEnabled()
  expect(await voices(stack)).toHaveLength(0)
  await send.click()
  await question.getByRole('button', { name: 'Enviar mesmo assim' }).click()
  await expect(page.getByRole('article').getByRole('button', { name: /^Tocar/ })).toBeVisible()
  await expect.poll(() => voices(stack)).toHaveLength(1)
})
