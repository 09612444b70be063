// A browser without network, and the app that says so.
import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { Cable } from '../../scripts/cable.ts'
import { pill, synced } from './conversation.ts'

/** Goes offline with everything of theirs on the device: what is on the screen alone may be the server's answer. */
export async function goOffline(page: Page, cable: Cable) {
  await synced(page)
  await cutNetwork(page.context(), cable)
  await expect(pill(page, /Offline/)).toBeVisible()
}

/** Whatever the app is doing at that moment. */
export async function cutNetwork(context: BrowserContext, cable: Cable) {
  cable.pull()
  await context.setOffline(true)
}

export async function goOnline(context: BrowserContext, cable: Cable) {
  cable.plug()
  await context.setOffline(false)
}
