// When something is there, seen from inside the page, in any engine: its driver only asks.
import type { Tab } from '../e2e/engines/browser.ts'

/** What milliseconds are counted from: the beginning of the page's navigation, the last click, the last Enter. */
type Begin = 'navigation' | 'click' | 'keydown'

/** Begins to wait until `xpath` is there; before its cause, so that nothing is missed. */
export const watch = (tab: Tab, from: Begin, xpath: string) =>
  tab.read(`void (${watchInPage.toString()})(${JSON.stringify(from)}, ${JSON.stringify(xpath)})`)

/** Milliseconds that it took. */
export const watched = async (tab: Tab) => Number(await tab.read('globalThis.seen.then(({ took }) => took)'))

/** When it was there, in milliseconds since the epoch. */
export const seenAt = async (tab: Tab) => Number(await tab.read('globalThis.seen.then(({ at }) => at)'))

function watchInPage(from: string, xpath: string) {
  let begunAt = from === 'navigation' ? 0 : Number.NaN
  const begin = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key === 'Enter') begunAt = performance.now()
  }
  addEventListener(from, begin, true)
  const seen = new Promise<{ took: number; at: number }>((resolve) => {
    const look = () => {
      const there = document.evaluate(xpath, document, null, XPathResult.ANY_UNORDERED_NODE_TYPE).singleNodeValue
      if (!there) return requestAnimationFrame(look)
      removeEventListener(from, begin, true)
      resolve({ took: performance.now() - begunAt, at: Date.now() })
    }
    look()
  })
  Object.assign(globalThis, { seen })
}
