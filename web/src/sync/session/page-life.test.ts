import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** A page as its browser tells it what happens, and what one job that it runs did. */
async function openPage({ prerendering = false } = {}) {
  const document = Object.assign(new EventTarget(), { prerendering })
  const window = new EventTarget()
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.resetModules()
  const life = await import('./page-life.ts')
  const log: string[] = []
  const end = life.whileAwake(() => {
    log.push('begin')
    return () => log.push('end')
  })
  return {
    log,
    end,
    isAwake: life.isAwake,
    window: (type: string) => window.dispatchEvent(new Event(type)),
    document: (type: string) => document.dispatchEvent(new Event(type)),
    activate() {
      document.prerendering = false
      document.dispatchEvent(new Event('prerenderingchange'))
    },
  }
}

test('what a page that is kept for going back had begun ends, and begins again once', async () => {
  const page = await openPage()
  page.window('pageshow')
  expect(page.log).toEqual(['begin'])
  page.window('pagehide')
  page.document('freeze')
  expect(page.log).toEqual(['begin', 'end'])
  expect(page.isAwake()).toBe(false)
  page.document('resume')
  page.window('pageshow')
  expect(page.log).toEqual(['begin', 'end', 'begin'])
  page.end()
  page.window('pagehide')
  expect(page.log).toEqual(['begin', 'end', 'begin', 'end'])
})

test('what a tab begins or ends while it is frozen is taken into account when it goes on', async () => {
  const page = await openPage()
  page.document('freeze')
  page.end()
  page.document('resume')
  expect(page.log).toEqual(['begin', 'end'])
})

test('a page that is rendered ahead begins when somebody comes to it', async () => {
  const page = await openPage({ prerendering: true })
  page.window('pageshow')
  expect(page.log).toEqual([])
  page.activate()
  expect(page.log).toEqual(['begin'])
})

test('a worker is awake', async () => {
  vi.resetModules()
  const { isAwake } = await import('./page-life.ts')
  expect(isAwake()).toBe(true)
})
