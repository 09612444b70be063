// The browser that takes the pictures: a desk's and a phone's, at rest, with the clock of what they show.
import type { Browser, Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'

export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
export type Size = keyof typeof sizes
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

interface Who {
  url: string
  size: Size
  email?: string
  /** What the pages' clock says, for good; the machine's otherwise. */
  moment?: Date | null
  viewport?: { width: number; height: number }
}

/** A page of somebody who is logged in, with everything on the device. */
export async function openDevice(browser: Browser, { url, size, email, moment, viewport = sizes[size] }: Who) {
  const touch = size === 'phone'
  const context = await browser.newContext({
    viewport,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    hasTouch: touch,
    isMobile: touch,
  })
  const page = await context.newPage()
  if (moment) await page.clock.setFixedTime(moment)
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email ?? 'helena@aurora.example')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  // The login asks before it ends the session of the device before.
  const goOnHere = page.getByRole('button', { name: 'Continuar aqui' })
  await inSync(page).or(goOnHere).waitFor({ timeout: 120_000 })
  if (await goOnHere.isVisible()) await goOnHere.click()
  await inSync(page).waitFor({ timeout: 120_000 })
  return page
}

const inSync = (page: Page) => page.getByRole('button', { name: /Tudo sincronizado/, includeHidden: true })

/** Until everything is on the device and drawn: what is read of the local database, and pictures, come a moment after the frame. */
export async function untilAtRest(page: Page, name: string) {
  await untilStill(page, name)
  // A conversation on a phone has the whole screen, and no bar that says it.
  const bar = page.getByRole('button', { name: 'Perfil', includeHidden: true })
  if ((await bar.count()) === 0) return
  await inSync(page)
    .waitFor({ state: 'attached', timeout: 30_000 })
    .catch(() => console.warn(`${name}: not in sync`))
  await untilStill(page, name)
}

async function untilStill(page: Page, name: string) {
  let before: Buffer | undefined
  for (let left = 30; left > 0; left--) {
    await page.waitForTimeout(200)
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (before?.equals(now)) return
    before = now
  }
  console.warn(`${name}: does not come to rest`)
}

export async function pictureIn(page: Page, theme: Theme): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}
