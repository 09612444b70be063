// When something was painted, by the page's own clock: seen by a MutationObserver, then the end of the next frame.
import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Milliseconds since the epoch at which `text` was painted inside `within` (a CSS selector). */
    paintedAt(text: string, within: string): Promise<number>
    /** Milliseconds since the epoch of the last key that went down, or click. */
    lastInputAt: number
  }
}

/**
 * Options of a press, on a key or a button: people hold it for about 80 ms. A script that lets go at once has the browser hold everything else
 * back until the frame that answers the letting go, and measures that.
 */
export const held = { delay: 80 } as const

/** Makes `window.paintedAt` and `window.lastInputAt` available on every page that the context opens. */
export async function observePaints(context: BrowserContext) {
  await context.addInitScript(`
    for (const type of ['keydown', 'click'])
      addEventListener(type, (event) => { window.lastInputAt = performance.timeOrigin + event.timeStamp }, { capture: true })
    window.paintedAt = (text, within) => new Promise((resolve) => {
      const painted = () => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
        port2.postMessage(null)
      })
      const look = () => {
        if (!document.querySelector(within)?.textContent.includes(text)) return
        observer.disconnect()
        painted()
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { childList: true, subtree: true, characterData: true })
      look()
    })`)
}

/** Starts waiting before the cause, so that nothing is missed; resolves to the time of the paint. */
export function paintOf(page: Page, text: string, within: string): Promise<number> {
  return page.evaluate(([wanted, where]) => window.paintedAt(wanted, where), [text, within] as const)
}

export const lastInput = (page: Page): Promise<number> => page.evaluate(() => window.lastInputAt)
