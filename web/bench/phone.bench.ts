// The figures that people feel, on a phone: its screen, a browser with a quarter of this machine's processors, and 4G. `pnpm bench phone`
import { expect, type Page } from '@playwright/test'
import { print } from '../../scripts/figure.ts'
import { companyNumber, test, type Stack } from '../e2e/stack.ts'
import { fillDesk } from './fill.ts'
import { fourG, relay } from './mobile-line.ts'
import { conversation, openConversation, rafael } from './open-conversation.ts'
import { lastInput, observePaints, paintOf } from './paint.ts'
import { slowDown } from './slow-processor.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const list = '[role=list][aria-label=Atendimentos]'
/** The first warm the code up, as a morning's first messages do. */
const [warmUp, measured] = [10, 40]
const slower = 4

test('a message in, and a reply', async ({ stack }) => {
  const line = await relay(stack.cable.port, fourG)
  const page = await openConversation(stack, { ...phone, cable: line })
  await slowDown(page.context(), slower)
  print({ name: 'phone_inbound_painted', unit: 'ms', samples: await inbound(page, stack), aim: '120', reference: '–' })
  print({ name: 'phone_own_bubble_painted', unit: 'ms', samples: await replies(page), aim: '33', reference: '–' })
  line.close()
})

test('opened, with 5,000 tickets and 100,000 messages', async ({ stack }) => {
  await fillDesk(stack.sql, rafael, { tickets: 5000, messages: 100_000 })
  const line = await relay(stack.cable.port, fourG)
  const page = await stack.person(rafael, { ...phone, cable: line, prepare: observePaints })
  const synced = page.getByRole('button', { name: /Tudo sincronizado/ })
  await expect(synced).toBeVisible({ timeout: 240_000 })
  await page.goto('about:blank')
  await slowDown(page.context(), slower)
  const samples: number[] = []
  for (let i = 0; i < 7; i++) {
    const tab = await page.context().newPage()
    await tab.goto(`${stack.url}/tickets`, { waitUntil: 'commit' })
    const paintedAt = await paintOf(tab, 'Cliente 05000', list)
    samples.push(paintedAt - (await tab.evaluate(() => performance.timeOrigin)))
    await tab.close()
  }
  print({ name: 'phone_warm_start_painted', unit: 'ms', samples, aim: '900', reference: '–' })
  line.close()
})

async function inbound(page: Page, stack: Stack) {
  const samples: number[] = []
  for (let i = 0; i < warmUp + measured; i++) {
    const text = `Mensagem número ${i} do cliente`
    const painted = paintOf(page, text, conversation)
    const sentAt = Date.now()
    await stack.customer.sendText(companyNumber, text)
    samples.push((await painted) - sentAt)
  }
  return samples.slice(warmUp)
}

async function replies(page: Page) {
  const samples: number[] = []
  const box = page.getByRole('textbox', { name: 'Mensagem' })
  for (let i = 0; i < warmUp + measured; i++) {
    const text = `Resposta ${i} do atendente`
    await box.fill(text)
    const painted = paintOf(page, text, conversation)
    // Enter begins a new line on a phone.
    await page.getByRole('button', { name: 'Enviar' }).tap()
    samples.push((await painted) - (await lastInput(page)))
  }
  return samples.slice(warmUp)
}
