// `pnpm keys:rotate` on one machine, as a person runs it: it makes the new key, refuses while a worker does not know it, and forgets the old
// one when nothing needs it any more.
import { connect, type Database } from 'db/node/connect.ts'
import { newId } from 'db/kit/new-id.ts'
import {
  createDatabase,
  isRunning,
  startEmbeddedPostgres,
  type EmbeddedServer,
} from 'db/node/postgres/embedded-postgres.ts'
import { privateFolder } from 'db/node/private-folder.ts'
import { setUpDatabase } from 'db/node/set-up-database.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { fromRoot } from '../../scripts/paths.ts'
import { currentKeyId, seal, unseal } from 'db/node/keys/cipher.ts'
import { ringFrom } from 'db/node/keys/settings.ts'

const folder = await mkdtemp(join(tmpdir(), 'balcao-keys-'))
let server: EmbeddedServer | undefined
let db: Database | undefined
afterAll(async () => {
  await db?.end()
  if (await isRunning(join(folder, 'postgres'))) await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function rotate(...args: string[]) {
  const { DATABASE_URL: _, SESSION_KEYS_SECRET: __, SESSION_KEYS_FORMER: ___, ...env } = process.env
  const child = spawn(process.execPath, [fromRoot('scripts/rotate-keys.ts'), ...args], {
    env: { ...env, BALCAO_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { printed, code: code as number }
}

const file = join(folder, 'secrets.json')
const secrets = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, string>

test('a new key on one machine, while its database runs and while it does not', async () => {
  const before = {
    JWT_SECRET: 'j',
    SESSION_KEYS_SECRET: '11'.repeat(32),
    VAPID_PUBLIC_KEY: 'a',
    VAPID_PRIVATE_KEY: 'b',
  }
  await writeFile(file, JSON.stringify(before))
  const former = ringFrom(before)
  privateFolder(folder, { passage: true })
  server = await startEmbeddedPostgres(join(folder, 'postgres'))
  await createDatabase(server, 'balcao')
  db = connect((await setUpDatabase(server.url('balcao'))).app)
  const { connectionId } = await testCompany(db)
  const place = `${connectionId}/creds/own`
  await db.sql`insert into session_keys values (${connectionId}, 'creds', 'own', ${seal(former, place, 'a chave')})`
  await db.sql`
    insert into connection_leases (connection_id, owner, fence, expires_at, key_id)
    values (${connectionId}, ${newId()}, 1, now() + interval '1 hour', ${currentKeyId(former)})`
  const stored = async () => {
    const [row] = await db!.sql<{ value: Buffer }[]>`select value from session_keys`
    return row!.value
  }

  expect(await rotate()).toMatchObject({
    code: 1,
    printed: expect.stringContaining('1 worker(s) still seal with another'),
  })
  const both = await secrets()
  expect(both).toEqual({
    ...before,
    SESSION_KEYS_SECRET: both['SESSION_KEYS_SECRET'],
    SESSION_KEYS_FORMER: before.SESSION_KEYS_SECRET,
  })
  expect(both['SESSION_KEYS_SECRET']).not.toBe(before.SESSION_KEYS_SECRET)
  expect(unseal(former, place, await stored())).toBe('a chave')

  await db.sql`update connection_leases set key_id = ${currentKeyId(ringFrom(both))}`
  // And, since somebody may have seen the file, everything else that is in it.
  expect(await rotate('--all')).toMatchObject({
    code: 0,
    printed: expect.stringContaining('session_keys: 1 sealed anew'),
  })
  const after = await secrets()
  expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted())
  expect(after['SESSION_KEYS_SECRET']).toBe(both['SESSION_KEYS_SECRET'])
  for (const [name, value] of Object.entries(before)) expect(after[name], name).not.toBe(value)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(unseal(ringFrom(after), place, await stored())).toBe('a chave')

  await db.end()
  await server.stop()
  expect(await rotate()).toMatchObject({
    code: 1,
    printed: expect.stringContaining('1 worker(s) still seal with another'),
  })
  expect(await isRunning(join(folder, 'postgres'))).toBe(false)
})
