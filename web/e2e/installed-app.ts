// A device that has the app already: most people's do. Its service worker, what that stores and what the engine has compiled are a quarter of a
// login's work, and the same for everybody.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Product } from './product.ts'
import { openProfile } from './profile.ts'
import { logIn } from './log-in.ts'

/** Returns the folder of a profile, to be copied, of which nobody is logged in any more. */
export async function installApp({ url, folder }: Pick<Product, 'url' | 'folder'>): Promise<string> {
  const profile = await mkdtemp(join(folder, 'installed-'))
  const page = await openProfile(profile)
  await logIn(page, url, 'rafael@aurora.example')
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  // A page without the app in it: what the other holds open could not be taken from it.
  await page.goto(`${url}/icons/192.png`)
  const devtools = await page.context().newCDPSession(page)
  const storageTypes = 'cookies,local_storage,indexeddb,file_systems'
  await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes })
  await page.context().close()
  return profile
}
