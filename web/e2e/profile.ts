// Chromium with a profile of its own on disk, as people have it: a private window's local database takes seconds, and sometimes half a minute.
import { chromium, test, type Page } from '@playwright/test'

export interface ProfileOptions {
  viewport?: { width: number; height: number }
  /** A phone. */
  hasTouch?: boolean
  isMobile?: boolean
  serviceWorkers?: 'block'
}

/** Its first page. */
export async function openProfile(
  folder: string,
  options: ProfileOptions = {},
  switches: readonly string[] = [],
): Promise<Page> {
  const { launchOptions, ...settings } = { ...test.info().project.use, ...options }
  const context = await chromium.launchPersistentContext(folder, {
    ...settings,
    ...launchOptions,
    // None of Playwright's switches but the two that it needs.
    ignoreDefaultArgs: true,
    args: [
      ...(launchOptions?.args ?? []),
      ...switches,
      ...(settings.headless === false ? [] : ['--headless']),
      '--remote-debugging-pipe',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
  })
  return context.pages()[0] ?? context.waitForEvent('page')
}
