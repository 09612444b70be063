// A device that has the app already: most people's do. Its service worker, what that stores, what the engine has compiled and the database
// that waits for whoever logs in are half of a login's work, and the same for everybody.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { spareFolder } from './local-databases.ts'
import type { Product } from './product.ts'
import { openProfile } from './profile.ts'

/** Returns the folder of a profile, to be copied, of somebody who opened the app and went again before they logged in. */
export async function installApp({ url, folder }: Pick<Product, 'url' | 'folder'>): Promise<string> {
  const profile = await mkdtemp(join(folder, 'installed-'))
  const page = await openProfile(profile)
  await page.goto(`${url}/login`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => spareFolder(page)).toBeDefined()
  // A page without the app in it: what the other has open is closed.
  await page.goto(`${url}/icons/192.png`)
  await page.context().close()
  return profile
}
