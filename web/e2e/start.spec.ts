// The command of the README, as a newcomer runs it on an empty folder: what it starts is there, and it ends when it is told to.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from 'db/node/postgres/embedded-postgres.ts'
import { expect, test } from '@playwright/test'
import { fromRoot } from '../../scripts/paths.ts'
import { item } from './conversation.ts'
import { openProfile } from './profile.ts'

// An installation is made from nothing: its database, a month of a demo, a phone that is linked.
test.setTimeout(480_000)

test('npm start: the app says where it is, is entered by one click, and ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-start-'))
  // Started by root, Postgres runs as somebody else, who has to get in.
  await chmod(folder, 0o755)
  const env = {
    ...process.env,
    BALCAO_DATA: join(folder, 'data'),
    PORT: String(await freePort()),
    SIMULATOR_PORT: String(await freePort()),
  }
  const started = spawn(process.execPath, [fromRoot('scripts/start.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(started, 'exit')
  try {
    const said: string[] = []
    for await (const line of createInterface(started.stdout)) if (said.push(line) && line.includes('Ctrl-C')) break
    started.stdout.resume()
    const address = `http://127.0.0.1:${env.PORT}`
    expect(said.join('\n')).toContain(`Balcão está em  ${address}`)
    const page = await openProfile(join(folder, 'profile'))
    await page.goto(address)
    await page.getByRole('button', { name: 'Entrar como Helena, administradora' }).click()
    await page.getByRole('tab', { name: /Aguardando/ }).click()
    await expect(item(page, 'Ana Souza')).toBeVisible()
    await page.context().close()
  } finally {
    started.kill('SIGINT')
  }
  expect(await ended).toEqual([0, null])
  await rm(folder, { recursive: true })
})
