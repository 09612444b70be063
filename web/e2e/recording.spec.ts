// The microphone: what is spoken becomes an MP3 of 128 kbps and arrives as a voice note; slips of the finger and second thoughts don't.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bubble, hammer, item, openConversation, write } from './conversation.ts'
import { companyNumber, test, type Stack } from './stack.ts'
import { expectTold } from './told.ts'

/** The clock of the recording once so much is recorded; which second it shows when somebody looks is up to the machine. */
const recorded = (page: Page, seconds: 1 | 2) =>
  expect(bar(page).getByRole('timer')).toHaveText(seconds === 1 ? /^0:0[1-9]$|^0:[1-5]\d$/ : /^0:0[2-9]$|^0:[1-5]\d$/)
const bar = (page: Page) => page.getByRole('group', { name: 'Gravação' })
/** By key, at once: what comes under a pointer that rests waits for a moment. */
const record = (page: Page) => page.getByRole('button', { name: 'Gravar mensagem de voz' }).press('Enter')
/** From now on until it was one: the finger that begins a recording sends it as soon as it can, which is too early. */
const slip = (page: Page) =>
  page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const send = document.querySelector<HTMLButtonElement>('button[aria-label="Enviar gravação"]:enabled')
      if (!send) return
      observer.disconnect()
      send.click()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
const voices = ({ sql }: Stack) => sql`
  select media_mime, media_size, (details->>'seconds')::int as seconds from messages where from_me and media_type = 'audio'`

test('a recording shows how loud it is and arrives as a voice note of 128 kbps; a slip and a second thought do not', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)

  await test.step('a second click on what sends, where the microphone has come, sends once and records nothing', async () => {
    await page.getByRole('textbox', { name: 'Mensagem' }).fill('Só um momento')
    await hammer(page, page.getByRole('button', { name: 'Enviar', exact: true }))
    await expect(bubble(page, 'Só um momento')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Gravar mensagem de voz' })).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
  })

  await slip(page)
  await record(page)
  await expectTold(page, 'A gravação é curta demais e não foi enviada.')
  await record(page)
  await recorded(page, 1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()

  await record(page)
  await recorded(page, 2)
  const heights = () =>
    bar(page)
      .locator('[style]')
      .evaluateAll((bars) => bars.map((each) => each.clientHeight))
  await expect.poll(async () => Math.max(...(await heights()))).toBeGreaterThan(10)
  await expectAccessible(page)
  await bar(page).getByRole('button', { name: 'Enviar gravação' }).click()
  await expect(page.getByRole('article').getByRole('button', { name: /^Tocar/ })).toBeVisible()
  await expect(item(page, 'Ana Souza').getByText('Mensagem de voz', { exact: true })).toBeVisible()
  const kinds = async () =>
    (await stack.customer.messagesWith(companyNumber)).filter(({ fromMe }) => !fromMe).map(({ kind }) => kind)
  await expect.poll(kinds).toEqual(['text', 'audio'])
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
  await recorded(page, 2)
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
