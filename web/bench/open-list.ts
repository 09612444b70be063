// The app opened in a tab of its own, on a device that has it.
import type { BrowserContext, Page } from '@playwright/test'
import { paintOf } from './paint.ts'

export const ticketList = '[role=list][aria-label=Atendimentos]'

/** `took`: ms from navigation until `text` was painted in the list. */
export async function openList(
  context: BrowserContext,
  url: string,
  text: string,
): Promise<{ tab: Page; took: number }> {
  const tab = await context.newPage()
  await tab.goto(`${url}/tickets`, { waitUntil: 'commit' })
  const paintedAt = await paintOf(tab, text, ticketList)
  return { tab, took: paintedAt - (await tab.evaluate(() => performance.timeOrigin)) }
}
