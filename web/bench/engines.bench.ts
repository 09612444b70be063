// The figures that people feel in Firefox and WebKit, beside Chromium's of the same run by the same driver. `pnpm bench engines`
import { percentile, print } from '../../scripts/figure.ts'
import type { Engine, Tab } from '../e2e/engines/browser.ts'
import { accept, bubble, composer, enter, fillLogin, item, openWaiting, synced } from '../e2e/engines/desk.ts'
import { engines } from '../e2e/engines/engines.ts'
import { chromium } from '../e2e/engines/puppeteer.ts'
import { companyNumber, test, type Stack } from '../e2e/stack.ts'
import { fillDesk } from './fill.ts'
import { onFreshDevice } from './fresh-device.ts'
import { seenAt, watch, watched } from './in-page.ts'
import { rafael } from './open-conversation.ts'

const size = { tickets: 500, messages: 10_000 }
const times = { first: 3, warm: 5, conversations: 12, inbound: 40, written: 40 } as const
/** The first warm the code up. */
const discarded = { conversations: 4, messages: 10 } as const

interface Samples {
  first_list: number[]
  warm_start: number[]
  conversation: number[]
  inbound: number[]
  own_bubble: number[]
}

test('Firefox and WebKit beside Chromium', async ({ stack }) => {
  await stack.phones.setFaults({ ackDelayMs: 0, deliveryDelayMs: 0 })
  await stack.link()
  await fillDesk(stack.sql, rafael, size)
  const reference = await measure(stack, chromium(process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'), 0)
  report('chromium', reference)
  for (const [index, engine] of engines.entries())
    report(engine.name.toLowerCase(), await measure(stack, engine, index + 1), reference)
})

function report(name: string, samples: Samples, reference?: Samples) {
  for (const figure of Object.keys(samples) as (keyof Samples)[]) {
    const compared = reference ? [0.5, 0.95].map((share) => percentile(reference[figure], share)) : []
    print({
      name: `${name}_${figure}`,
      unit: 'ms',
      samples: samples[figure],
      aim: compared.map((ms) => (ms * 1.5).toFixed(0)).join('/') || '–',
      reference: compared.map((ms) => `chromium:${ms.toFixed(0)}`).join('/') || '–',
    })
  }
}

async function measure(stack: Stack, engine: Engine, index: number): Promise<Samples> {
  const samples: Samples = { first_list: [], warm_start: [], conversation: [], inbound: [], own_bubble: [] }
  for (let device = 0; device < times.first; device++) {
    await onFreshDevice(stack, engine, async (tab) => {
      samples.first_list.push(await firstList(stack, tab))
      if (device === 0) await everyday(stack, tab, samples, engine.name, `551192555000${index}`)
    })
  }
  return samples
}

/** A device that never had the app: from the click on "Entrar" to the newest ticket. */
async function firstList(stack: Stack, tab: Tab) {
  await fillLogin(tab, stack.url, rafael)
  await watch(tab, 'click', item('Cliente 00500'))
  await tab.click(enter)
  const took = await watched(tab)
  await tab.see(synced)
  return took
}

async function everyday(stack: Stack, tab: Tab, samples: Samples, name: string, number: string) {
  for (let i = 0; i < times.warm; i++) {
    await tab.open(`${stack.url}/tickets`)
    await watch(tab, 'navigation', item('Cliente 00500'))
    samples.warm_start.push(await watched(tab))
    await tab.see(synced)
  }
  for (let i = 0; i < times.conversations; i++) {
    const client = size.tickets - (i % 6)
    // The last message that fillDesk wrote for this ticket.
    await watch(tab, 'click', bubble(`Mensagem ${size.messages - size.tickets + client - 1} de`))
    await tab.click(item(`Cliente ${String(client).padStart(5, '0')}`))
    const took = await watched(tab)
    if (i >= discarded.conversations) samples.conversation.push(took)
  }
  const customer = await stack.phones.phone(number, `Cliente de ${name}`)
  await customer.sendText(companyNumber, 'Oi!')
  await openWaiting(tab)
  await tab.click(accept(`Cliente de ${name}`))
  await tab.see(bubble('Oi!'))
  for (let i = 0; i < times.inbound; i++) {
    const text = `Mensagem número ${i} do cliente`
    await watch(tab, 'click', bubble(text))
    const sentAt = Date.now()
    await customer.sendText(companyNumber, text)
    const took = (await seenAt(tab)) - sentAt
    if (i >= discarded.messages) samples.inbound.push(took)
  }
  for (let i = 0; i < times.written; i++) {
    const text = `Resposta ${i} do atendente`
    await watch(tab, 'keydown', bubble(text))
    await tab.write(composer, text, 'enter')
    const took = await watched(tab)
    if (i >= discarded.messages) samples.own_bubble.push(took)
  }
}
