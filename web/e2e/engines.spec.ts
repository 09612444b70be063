// The spine in the engines that Playwright does not drive as people have them: list, conversation, reload, offline and back, two tabs, back and forward.
// One stack for all, one profile per engine, one conversation from story to story. An engine that is not here has none (scripts/browsers/engines.ts says so).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Browser, Engine, Tab } from './engines/browser.ts'
import {
  accept,
  acceptNext,
  bubble,
  composer,
  contacts,
  item,
  logIn,
  offline,
  openWaiting,
  stored,
  synced,
  tabNamed,
  tick,
} from './engines/desk.ts'
import { engines } from './engines/engines.ts'
import type { Phone } from './simulator.ts'
import { startProduct, type Product } from './product.ts'
import { companyNumber, openStack, type Stack } from './stack.ts'

// In one worker, one engine after the other.
test.describe.configure({ mode: 'default' })

let shared: { product: Product; stack: Stack } | undefined

async function sharedStack(): Promise<Stack> {
  if (shared) return shared.stack
  const product = await startProduct()
  const { stack } = await openStack(product)
  shared = { product, stack }
  await stack.link()
  return stack
}

test.afterAll(async () => {
  await shared?.product.stop()
  shared = undefined
})

for (const [index, engine] of engines.entries()) stories(engine, `551192222000${index + 1}`)

function stories(engine: Engine, number: string) {
  test.describe(engine.name, () => {
    test.describe.configure({ mode: 'serial' })
    const name = `Cliente de ${engine.name}`
    let stack: Stack
    let customer: Phone
    let folder: string
    let browser: Browser
    let tab: Tab

    const reply = async (from: Tab, text: string) => {
      await from.write(composer, text, 'enter')
      await from.see(bubble(text))
    }
    const received = (...texts: string[]) => expect.poll(() => customer.receivedTexts()).toEqual(texts)

    test.beforeAll(async () => {
      stack = await sharedStack()
      customer = await stack.phones.phone(number, name)
      folder = await mkdtemp(join(tmpdir(), 'balcao-profile-'))
      browser = await engine.launch(folder)
      tab = await browser.tab()
      await logIn(tab, stack.url, 'rafael@aurora.example')
    })

    test.afterAll(async () => {
      stack.cable.plug()
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('list: a customer who writes is there without reload, and is accepted', async () => {
      await openWaiting(tab)
      // Whoever comes first pushes nobody's button away: what is above the list is there before.
      await tab.see(acceptNext)
      await customer.sendText(companyNumber, 'Bom dia, tem pão?')
      await tab.see(`${item(name)}[contains(., "Bom dia, tem pão?")]`)
      await tab.click(accept(name))
      await tab.see(bubble('Bom dia, tem pão?'))
      await tab.see(`${tabNamed('Atendendo')}[@aria-selected="true"]`)
    })

    test('conversation: an answer arrives and its ticks rise; what the customer adds is seen and read', async () => {
      await reply(tab, 'Tem sim!')
      await tab.see(tick('Tem sim!', 'Entregue'))
      await received('Tem sim!')
      await customer.markRead(companyNumber)
      await tab.see(tick('Tem sim!', 'Lida'))
      await customer.sendText(companyNumber, 'Quero dez.')
      await tab.see(bubble('Quero dez.'))
      await expect.poll(async () => (await customer.messagesWith(companyNumber)).at(-1)?.status).toBe('read')
    })

    test('reload: all that was there is there again', async () => {
      await tab.reload()
      await tab.see(bubble('Tem sim!'))
      await tab.see(bubble('Quero dez.'))
      await tab.see(synced)
    })

    test('offline and back: the app opens without network, and what is written arrives once', async () => {
      const [row] =
        await stack.sql`select id from messages where body = 'Quero dez.' and ticket_id = ${await openTicket(tab)}`
      await stored(tab, String(row?.['id']))
      stack.cable.pull()
      await tab.reload()
      await tab.see(item(name))
      await tab.see(bubble('Quero dez.'))
      await reply(tab, 'Separados.')
      await tab.see(tick('Separados.', 'Aguardando conexão'))
      await tab.reload()
      await tab.see(offline(1))
      await tab.see(bubble('Separados.'))
      stack.cable.plug()
      await received('Tem sim!', 'Separados.')
      await tab.see(synced)
      await tab.see(tick('Separados.', 'Entregue'))
    })

    test('two tabs: what one writes the other shows, and the one that stays goes on', async () => {
      const other = await browser.tab()
      await other.open(String(await tab.read('location.href')))
      await other.see(bubble('Separados.'))
      await reply(other, 'De outra aba.')
      await tab.see(bubble('De outra aba.'))
      await tab.close()
      tab = other
      await customer.sendText(companyNumber, 'Obrigada!')
      await tab.see(bubble('Obrigada!'))
      await reply(tab, 'De nada.')
      await received('Tem sim!', 'Separados.', 'De outra aba.', 'De nada.')
    })

    test('back and forward: nothing says that there is no network', async () => {
      await tab.open(`${stack.url}/contacts`)
      await tab.see(synced)
      for (let round = 0; round < 4; round++) {
        await go(tab, 'back', composer)
        await go(tab, 'forward', contacts)
      }
      await go(tab, 'back', composer)
      await tab.see(synced)
      expect(await tab.read('window.saidOffline'), 'it was never said').toBe(false)
      await reply(tab, 'Ainda aqui.')
      await tab.see(tick('Ainda aqui.', 'Entregue'))
    })
  })
}

const openTicket = async (tab: Tab) =>
  String(await tab.read('location.pathname'))
    .split('/')
    .at(-1) ?? ''

/** By the browser's own button; then watches what the page says. */
async function go(tab: Tab, way: 'back' | 'forward', seen: string) {
  await tab.read('window.stopWatching?.()')
  await tab.go(way)
  await tab.see(seen)
  await tab.read(`(${watch.toString()})()`)
}

interface WatchedPage {
  saidOffline?: boolean
  stopWatching?: () => void
}

/**
 * In the page, until it is loaded anew. `saidOffline` becomes true with the first such words. Not looked at is the page that is being left: WebKit cuts its
 * requests a few ms before it is told, and it takes that for the network's end.
 */
function watch() {
  const page = globalThis as WatchedPage
  if (page.stopWatching) return
  const look = () => {
    const pill = document.querySelector('button[aria-label^="Offline"]')
    if (pill || document.body.innerText.includes('Sem conexão')) page.saidOffline = true
  }
  const observer = new MutationObserver(look)
  const begin = () => {
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    look()
  }
  page.saidOffline = false
  page.stopWatching = () => observer.disconnect()
  addEventListener('pageshow', begin)
  begin()
}
