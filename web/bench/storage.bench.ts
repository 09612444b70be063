// What it costs where the local database lives: WebKit's IndexedDB, beside OPFS and IndexedDB in Chromium (which part is storage, which the engine) and OPFS
// in Firefox. A device of 500 tickets and 10,000 messages. `pnpm bench:storage`
import { test } from '../e2e/stack.ts'
import type { Engine, Tab } from '../e2e/engines/browser.ts'
import { accept, bubble, composer, enter, fillLogin, item, openWaiting, synced, tick } from '../e2e/engines/desk.ts'
import { engines } from '../e2e/engines/engines.ts'
import { chromium } from '../e2e/engines/puppeteer.ts'
import { companyNumber, type Stack } from '../e2e/stack.ts'
import { print } from '../../scripts/figure.ts'
import { fillDesk } from './fill.ts'
import { onFreshDevice } from './fresh-device.ts'
import { watch, watched } from './in-page.ts'

type Storage = 'opfs' | 'idb'

const rafael = 'rafael@aurora.example'
const size = { tickets: 500, messages: 10_000 }
/** Devices per engine and storage; how often each opens again; what is written on it. */
const times = { first: 3, open: 5, write: 12 } as const
/** Number's last digits of the next customer, a new one for each device, since the one before is being served. */
let nextPhone = 17_770
/** Warm up. */
const discarded = 2

interface Samples {
  first_open: number[]
  open: number[]
  write: number[]
}

test('the local database in OPFS and in IndexedDB', async ({ stack }) => {
  await stack.phones.setFaults({ ackDelayMs: 0, deliveryDelayMs: 0 })
  await stack.link()
  await fillDesk(stack.sql, rafael, size)
  const plain = chromium(process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium')
  const opfs = await measure(stack, plain, 'opfs')
  report('chromium_opfs', opfs)
  report('chromium_idb', await measure(stack, plain, 'idb'), opfs)
  // WebKit is the one that it is about.
  for (const engine of engines.toReversed()) {
    const storage = engine.name === 'WebKit' ? 'idb' : 'opfs'
    report(`${engine.name.toLowerCase()}_${storage}`, await measure(stack, engine, storage), opfs)
  }
})

function report(name: string, samples: Samples, reference?: Samples) {
  const median = (values: readonly number[]) => (values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0).toFixed(0)
  for (const figure of ['first_open', 'open', 'write'] as const) {
    print({
      name: `${name}_${figure}`,
      unit: 'ms',
      samples: samples[figure],
      aim: '–',
      reference: reference ? `chromium_opfs:${median(reference[figure])}` : '–',
    })
  }
}

async function measure(stack: Stack, engine: Engine, storage: Storage): Promise<Samples> {
  const samples: Samples = { first_open: [], open: [], write: [] }
  for (let device = 0; device < times.first; device++) {
    await onFreshDevice(stack, engine, async (tab) => {
      samples.first_open.push(await firstOpen(stack, tab, storage))
      if (device === 0) await everyday(stack, tab, samples, `${engine.name} ${storage}`)
    })
  }
  return samples
}

/** From the click on "Entrar" to the newest ticket and a green dot: the database is made, filled and asked. */
async function firstOpen(stack: Stack, tab: Tab, storage: Storage) {
  await fillLogin(tab, stack.url, rafael)
  await tab.read(`(${choose.toString()})('${storage}')`)
  await watch(tab, 'click', `//body[.${item('Cliente 00500')} and .${synced}]`)
  await tab.click(enter)
  const took = await watched(tab)
  await tab.see(synced)
  return took
}

async function everyday(stack: Stack, tab: Tab, samples: Samples, name: string) {
  const rows = await stack.sql<{ id: string }[]>`
    select t.id from tickets t join contacts c on c.id = t.contact_id where c.name like 'Cliente 00%' order by c.name limit ${times.open}`
  for (const { id } of rows) {
    // One that was never opened: no snapshot has its messages, the database has.
    await tab.open(`${stack.url}/tickets/${id}`)
    await watch(tab, 'navigation', bubble('de uma conversa sobre pedidos'))
    samples.open.push(await watched(tab))
    await tab.see(synced)
  }
  const customer = await stack.phones.phone(`55119111${String(nextPhone++)}`, name)
  await customer.sendText(companyNumber, 'Oi!')
  await openWaiting(tab)
  await tab.click(accept(name))
  await tab.see(bubble('Oi!'))
  for (let i = 0; i < times.write; i++) {
    const text = `${name} ${i}`
    await watch(tab, 'keydown', `${tick(text, 'Enviada')} | ${tick(text, 'Entregue')}`)
    await tab.write(composer, text, 'enter')
    const took = await watched(tab)
    if (i >= discarded) samples.write.push(took)
  }
}

/** In the page: which storage its worker takes, as a device remembers it. */
function choose(choice: Storage) {
  return new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('balcao')
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const written = opening.result.transaction('device', 'readwrite')
      written.objectStore('device').put({ kind: 'storage', choice }, 'storage')
      written.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
    })
  })
}
