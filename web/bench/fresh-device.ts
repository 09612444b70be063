// A device that never had the app, in any engine; nothing of it is left.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, Tab } from '../e2e/engines/browser.ts'

export async function onFreshDevice(engine: Engine, use: (tab: Tab) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-profile-'))
  const browser = await engine.launch(folder)
  try {
    await use(await browser.tab())
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}
