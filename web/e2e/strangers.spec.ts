// A customer who wants the desk to stop: the worst of every kind, sent from a phone. List and conversation live, an answer goes out, nothing
// leaves its box; and a row that can't be shown is one row.
import { expect, type Page } from '@playwright/test'
import { bubble, conversation, item, openConversation, openMessageMenu, pill, write } from './conversation.ts'
import { companyNumber, test } from './stack.ts'

const word = 'palavra'.repeat(8_600)
const half = 32_768
/** So that a message stays below the 16 MB of a frame. */
const shortWord = word.slice(0, 2_000)
const person = (n: number) => ({ displayName: `${n} ${shortWord}`, vcard: `TEL;waid=551190000${1_000 + n}:x` })

const worst: readonly object[] = [
  { conversation: `https://a${')'.repeat(20_000)}` },
  { conversation: `a${'\u0301'.repeat(half - 1)}${'\u0316'.repeat(half)}` },
  { conversation: word },
  { conversation: '*a* '.repeat(16_000) },
  { conversation: `${'\n'.repeat(60_000)}fim` },
  { conversation: `👨‍👩‍👧‍👦`.repeat(5_000) },
  { conversation: 'مرحبا، كم السعر؟\nشكرا' },
  { extendedTextMessage: { text: 'veja', matchedText: 'https://a.example', title: word, description: word } },
  { extendedTextMessage: { text: 'sim', contextInfo: { stanzaId: 'X', quotedMessage: { conversation: word } } } },
  { contactsArrayMessage: { contacts: Array.from({ length: 200 }, (_, n) => person(n)) } },
  {
    pollCreationMessage: {
      name: word,
      options: Array.from({ length: 500 }, (_, n) => ({ optionName: `${n}${shortWord}` })),
    },
  },
  { locationMessage: { degreesLatitude: -23, degreesLongitude: -46, name: word, address: word } },
  { documentMessage: { fileName: `${word}\u202Egpj.exe`, caption: word } },
]

/** What sticks out of its box, in words. */
const overflows = (page: Page) =>
  page.evaluate(() => {
    const wider = (element: Element) => element.scrollWidth > element.clientWidth + 1
    const out = (element: Element, box: DOMRect) => {
      const { left, right } = element.getBoundingClientRect()
      return left < box.left - 1 || right > box.right + 1
    }
    const log = document.querySelector('[role=log]')
    const rows = [...document.querySelectorAll('[aria-label=Atendimentos] > li')]
    const articles = [...(log?.querySelectorAll('article') ?? [])]
    const place = log?.getBoundingClientRect()
    return [
      ...(wider(document.documentElement) ? ['the page'] : []),
      ...articles
        .filter((article) => place && out(article, place))
        .map((one) => `bubble ${one.textContent?.slice(0, 20)}`),
      ...articles
        .flatMap((article) =>
          [...article.querySelectorAll('*')].filter((part) => out(part, article.getBoundingClientRect())),
        )
        .filter((part) => !part.closest('[data-message-menu], .absolute'))
        .map((part) => `part ${part.tagName} ${part.textContent?.slice(0, 20)}`),
      ...rows.filter((row) => wider(row)).map((row) => `row ${row.textContent?.slice(0, 20)}`),
    ]
  })

/** Whether the letters of the element with `text` stand from left to right. */
const isForwards = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const walker = document.createTreeWalker(
      document.querySelector('[role=log]') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1
      if (at === -1) continue
      const leftOf = (offset: number) => {
        const range = document.createRange()
        range.setStart(node, at + offset)
        range.setEnd(node, at + offset + 1)
        return range.getBoundingClientRect().left
      }
      return leftOf(0) < leftOf(wanted.length - 1)
    }
    throw new Error(`${wanted} is not there`)
  }, text)

async function seeAll(page: Page) {
  const log = conversation(page)
  const positions = await log.evaluate((element) => Math.ceil(element.scrollHeight / 600))
  for (let n = positions; n >= 0; n--) {
    await log.evaluate((element, top) => element.scrollTo({ top, behavior: 'instant' }), n * 600)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await overflows(page)).toEqual([])
  }
}

test('a hostile customer: everything arrives, nothing leaves its box, everybody else goes on', async ({ stack }) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  const mallory = await stack.phones.phone('5511966665555', `\u202E${'Mallory'.repeat(10)}`)
  for (const content of worst) await mallory.sendContent(companyNumber, content)
  await mallory.sendText(companyNumber, 'ainda aqui 456')
  await mallory.sendText(companyNumber, '\u202Eoirártnoc oa')

  // The list lives, and the other conversation.
  await stack.customer.sendText(companyNumber, 'E o meu bolo?')
  await expect(bubble(page, 'E o meu bolo?')).toBeVisible()
  await write(page, 'Já vai!')
  await expect.poll(() => stack.customer.receivedTexts()).toContain('Já vai!')

  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const row = item(page, 'Mallory')
  await expect(row).toContainText('oirártnoc oa')
  expect(await overflows(page)).toEqual([])
  const search = page.getByRole('searchbox', { name: 'Buscar atendimentos' })
  await search.fill('palavrapalavra')
  await expect(item(page, 'Mallory').locator('mark').first()).toBeVisible()
  expect(await overflows(page)).toEqual([])
  await search.fill('')
  await page.getByRole('tab', { name: /Abertos/ }).click()
  await row.getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'ainda aqui 456')).toBeVisible()
  await expect(page.getByText(/Não foi possível mostrar/)).toHaveCount(0)
  const time = (await conversation(page).locator('time').last().textContent()) ?? ''
  expect(await isForwards(page, 'oirártnoc oa')).toBe(false)
  for (const text of ['ainda aqui 456', time]) expect(await isForwards(page, text), text).toBe(true)
  await seeAll(page)

  // A long one is shown in parts; who opens it at the end stays at its beginning.
  const long = bubble(page, word.slice(0, 70)).first()
  await long.getByRole('button', { name: 'Ler mais' }).click()
  await expect.poll(async () => (await long.textContent())?.length ?? 0).toBeGreaterThan(4_000)
  expect(await overflows(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('link', { name: 'Voltar para a lista' })).toBeVisible()
  await seeAll(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await write(page, 'Entendido')
  await expect.poll(() => mallory.receivedTexts()).toContain('Entendido')
})

test('a row that can’t be shown says so, can be acted on, and comes back', async ({ stack }) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  await stack.customer.sendText(companyNumber, 'Segunda')
  await stack.customer.sendText(companyNumber, 'Terceira')
  await expect(bubble(page, 'Terceira')).toBeVisible()

  // As a later version may write it, which this one does not know.
  await stack.sql`update messages set details = '{"contacts": 7}', media_type = 'vcard' where body = 'Segunda'`
  const broken = bubble(page, 'Não foi possível mostrar esta mensagem')
  await expect(broken).toHaveCount(1)
  await expect(bubble(page, 'Terceira')).toBeVisible()
  await openMessageMenu(broken)
  await page.getByRole('menuitem', { name: 'Responder' }).click()
  await page.getByRole('button', { name: 'Cancelar resposta' }).click()
  await stack.sql`update messages set details = null, media_type = 'chat' where body = 'Segunda'`
  await expect(bubble(page, 'Segunda')).toBeVisible()
  await expect(broken).toHaveCount(0)

  // A time that no Date has.
  await stack.sql`update tickets set last_message_at = '276000-01-01' where status = 'open'`
  const row = page.getByRole('list', { name: 'Atendimentos' }).getByText('Não foi possível mostrar este atendimento')
  await expect(row).toBeVisible()
  const resolve = page.getByRole('list', { name: 'Atendimentos' }).getByRole('button', { name: 'Resolver' })
  const [words, button] = [await row.boundingBox(), await resolve.boundingBox()]
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  await resolve.click()
  await expect
    .poll(async () => (await stack.sql`select status from tickets`).map(({ status }) => String(status)))
    .toEqual(['closed'])
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
})
