// What a first visit of the login costs on Lighthouse's phone: its screen, a main thread four times slower, a line of 1.6 Mbit/s that takes 150 ms
// there and back, slowed down as it does. `pnpm bench first-visit`
import type { Page } from '@playwright/test'
import { print } from '../../scripts/figure.ts'
import { test } from '../e2e/stack.ts'

const phone = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true }
const slower = 4
/** Bytes a second, ms. Lighthouse's figures for throttling that is applied, which is per request. */
const line = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const visits = 5
/** A task of the main thread is felt from there on, ms. */
const felt = 50

interface Visit {
  painted: number
  /** The app's own login is in the place of the page's. */
  replaced: number
  /** ms of tasks beyond what is not felt, after the first paint. */
  blocked: number
  /** KB of scripts on the line until then. */
  code: number
}

test('the login, for who was never here', async ({ stack }) => {
  const seen: Visit[] = []
  for (let i = 0; i < visits; i++) {
    const page = await stack.window({ ...phone, bare: true })
    seen.push(await visit(page, `${stack.url}/login`))
    await page.context().close()
  }
  const figure = (name: string, unit: string, aim: string, of: (visit: Visit) => number) =>
    print({ name: `first_visit_${name}`, unit, samples: seen.map(of), aim, reference: '–' })
  figure('painted', 'ms', '1800', ({ painted }) => painted)
  figure('blocked', 'ms', '200', ({ blocked }) => blocked)
  figure('login_in_place', 'ms', '–', ({ replaced }) => replaced)
  figure('code', 'KB', '150', ({ code }) => code)
})

async function visit(page: Page, url: string): Promise<Visit> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'commit' })
  const replaced = await page.evaluate(async () => globalThis.replaced)
  await page.waitForLoadState('networkidle')
  const { painted, tasks, code } = await page.evaluate((until) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const before = scripts.filter(({ name, startTime }) => name.endsWith('.js') && startTime < until)
    return {
      painted: paint?.startTime ?? Number.NaN,
      tasks: globalThis.longTasks,
      code: before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
    }
  }, replaced)
  const late = tasks.filter(({ end }) => end > painted)
  return { painted, replaced, code, blocked: late.reduce((sum, { took }) => sum + took - felt, 0) }
}

declare global {
  var longTasks: { end: number; took: number }[]
  /** ms after navigation. */
  var replaced: Promise<number>
}

function watch() {
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      globalThis.longTasks.push({ end: startTime + duration, took: duration })
  }).observe({ type: 'longtask', buffered: true })
  globalThis.replaced = new Promise((resolve) => {
    let wasThere = false
    new MutationObserver((_changes, observer) => {
      const isThere = document.querySelector('[data-first-page]') !== null
      if (wasThere && !isThere) {
        observer.disconnect()
        resolve(performance.now())
      }
      wasThere ||= isThere
    }).observe(document, { childList: true, subtree: true })
  })
}
