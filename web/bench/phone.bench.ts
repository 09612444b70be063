// The figures that people feel, on a phone: its screen, a browser with a quarter of this machine's processors, and 4G. `pnpm bench phone`
import { expect } from '@playwright/test'
import { print } from '../../scripts/figure.ts'
import { test } from '../e2e/stack.ts'
import { fillDesk } from './fill.ts'
import { inboundPainted, replyPainted } from './message-paints.ts'
import { fourG, relay } from './machine/mobile-line.ts'
import { openConversation, rafael } from './open-conversation.ts'
import { openList } from './open-list.ts'
import { observePaints } from './paint.ts'
import { slowDown } from './machine/slow-processor.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The first warm the code up, as a morning's first messages do. */
const [warmUp, measured] = [10, 40]
const slower = 4

test('a message in, and a reply', async ({ stack }) => {
  const line = await relay(stack.cable.port, fourG)
  const page = await openConversation(stack, { ...phone, cable: line })
  await slowDown(page.context(), slower)
  const inbound = await samplesOf((i) => inboundPainted(stack, page, `Mensagem número ${i} do cliente`))
  print({ name: 'phone_inbound_painted', unit: 'ms', samples: inbound, aim: '120', reference: '–' })
  // Enter begins a new line on a phone.
  const send = () => page.getByRole('button', { name: 'Enviar' }).tap()
  const replies = await samplesOf((i) => replyPainted(page, `Resposta ${i} do atendente`, send))
  print({ name: 'phone_own_bubble_painted', unit: 'ms', samples: replies, aim: '33', reference: '–' })
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
    const { tab, took } = await openList(page.context(), stack.url, 'Cliente 05000')
    samples.push(took)
    await tab.close()
  }
  print({ name: 'phone_warm_start_painted', unit: 'ms', samples, aim: '900', reference: '–' })
  line.close()
})

async function samplesOf(take: (i: number) => Promise<number>) {
  const samples: number[] = []
  for (let i = 0; i < warmUp + measured; i++) samples.push(await take(i))
  return samples.slice(warmUp)
}
