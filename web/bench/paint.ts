// When something was painted, by the page's own clock: seen by a MutationObserver, then the end of the next frame.
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Milliseconds since the epoch at which `text` was painted. */
    paintedAt(text: string): Promise<number>
    /** Milliseconds since the epoch of the last key that went down, or button that was released. */
    lastInputAt: number
  }
}

const now = 'performance.timeOrigin + performance.now()'

/** Makes `window.paintedAt` and `window.lastInputAt` available on every page of the context from now on. */
export async function observePaints(page: Page) {
  await page.context().addInitScript(`
    for (const type of ['keydown', 'click'])
      addEventListener(type, (event) => { window.lastInputAt = performance.timeOrigin + event.timeStamp }, { capture: true })
    window.paintedAt = (text) => new Promise((resolve) => {
      const visible = () => document.body && document.body.innerText.includes(text)
      const painted = () => requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(${now})
        channel.port2.postMessage(null)
      })
      if (visible()) return painted()
      const observer = new MutationObserver((records) => {
        const added = (node) => (node.textContent ?? '').includes(text)
        if (!records.some((r) => r.type === 'characterData' ? added(r.target) : [...r.addedNodes].some(added))) return
        observer.disconnect()
        painted()
      })
      observer.observe(document, { childList: true, subtree: true, characterData: true })
    })`)
}

/** Starts waiting before the cause, so that nothing is missed; resolves to the time of the paint. */
export function paintOf(page: Page, text: string): Promise<number> {
  return page.evaluate((wanted) => window.paintedAt(wanted), text)
}

export const lastInput = (page: Page): Promise<number> => page.evaluate(() => window.lastInputAt)
