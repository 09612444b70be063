// A browser without network, and the app that says so.
import { expect, type Page } from '@playwright/test'
import type { Cable } from '../../scripts/cable.ts'

const pill = (page: Page, name: RegExp) => page.getByRole('button', { name })

export async function goOffline(page: Page, cable: Cable) {
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  cable.pull()
  await page.context().setOffline(true)
  await expect(pill(page, /Offline/)).toBeVisible()
}

export async function goOnline(page: Page, cable: Cable) {
  cable.plug()
  await page.context().setOffline(false)
}
