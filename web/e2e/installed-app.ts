// A device that has the app already, and on which somebody was at work: most people's are. Its service worker, what that stores, what the
// engine has compiled and the database that waits for whoever logs in are half of a login's work, and the same for everybody.
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { databaseFolders, spareFolder } from './local-databases.ts'
import { logIn } from './log-in.ts'
import type { Product } from './product.ts'
import { openProfile } from './profile.ts'

/** Returns the folder of a profile, to be copied, of somebody who logged in, and out again. */
export async function installApp({ url, folder }: Pick<Product, 'url' | 'folder'>): Promise<string> {
  const profile = await mkdtemp(join(folder, 'installed-'))
  const page = await openProfile(profile)
  await page.goto(`${url}/login`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  // Compiled code is kept of what the service worker gives.
  await logIn(page, url, 'helena@aurora.example')
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
  // Only speed hangs on it, and it is the engine's business where it keeps that.
  await expect
    .poll(() => hasCompiledCode(profile), { timeout: 10_000 })
    .toBe(true)
    .catch(() => undefined)
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect.poll(() => spareFolder(page)).toBeDefined()
  await expect.poll(() => databaseFolders(page)).toHaveLength(1)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  // A page without the app in it: what the other has open is closed.
  await page.goto(`${url}/icons/192.png`)
  await page.context().close()
  return profile
}

/** Beside the response of a stored program Chromium keeps what it compiled of it; of Postgres that is a megabyte, seconds after it ran. */
async function hasCompiledCode(profile: string): Promise<boolean> {
  const folder = join(profile, 'Default/Service Worker/CacheStorage')
  const stored = await readdir(folder, { recursive: true })
  const sizes = stored.filter((name) => name.endsWith('_1')).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).some((size) => size > 500_000)
}
