// A device that never had the app, in any engine; nothing of it is left, and nobody is logged in elsewhere, which a login would ask about.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, Tab } from '../e2e/engines/browser.ts'
import type { Stack } from '../e2e/stack.ts'

export async function onFreshDevice({ sql }: Stack, engine: Engine, use: (tab: Tab) => Promise<void>) {
  await sql`update logins set ended_at = now(), end_reason = 'ended' where ended_at is null`
  const folder = await mkdtemp(join(tmpdir(), 'balcao-profile-'))
  const browser = await engine.launch(folder)
  try {
    await use(await browser.tab())
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}
