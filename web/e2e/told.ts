// What the app said in passing. A notice stands for two seconds: who looks once a second on a busy machine may miss it.
import { expect, type Page } from '@playwright/test'

interface Noting {
  told: string[]
}

/** In a page, before the app: keeps the words of each notice that comes up. */
export function noteNotices() {
  const told: string[] = []
  Object.assign(window, { told } satisfies Noting)
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      const notices = [node, ...node.querySelectorAll('*')].filter((each) => each.matches('[data-sonner-toast]'))
      told.push(...notices.map(({ textContent }) => textContent))
    }
  })
  observer.observe(document, { subtree: true, childList: true })
}

/** What was said since the last notice that was waited for. */
export const toldSince = (page: Page) => page.evaluate(() => (window as unknown as Noting).told)

/** Waits for a notice with `text`, which may have gone again; the next call waits for one that came after it. */
export async function expectTold(page: Page, text: string) {
  const take = (wanted: string) => {
    const { told } = window as unknown as Noting
    const at = told.findIndex((words) => words.includes(wanted))
    if (at === -1) return told
    told.splice(0, at + 1)
    return wanted
  }
  await expect.poll(() => page.evaluate(take, text), `the notice “${text}”`).toBe(text)
}

/** Takes back what the notice with `text` tells. It stands for six seconds: call this before anything else, and it waits for no animation. */
export const takeBack = (page: Page, text: string) =>
  page
    .locator('[data-sonner-toast][data-removed=false]')
    .filter({ hasText: text })
    .getByRole('button', { name: 'Desfazer' })
    .dispatchEvent('click')
