import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { watchPostgres } from './watch-postgres.ts'

test('a Postgres that ends by itself is there again, at the same address, with what it had confirmed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-watch-'))
  await chmod(folder, 0o711)
  const flags = ['full_page_writes=off']
  const server = await startEmbeddedPostgres(folder, flags)
  const told: string[] = []
  const watched = watchPostgres(folder, server, {
    flags,
    everyMs: 50,
    onGone: () => told.push('gone'),
    onBack: () => told.push('back'),
  })
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => {} })
  await sql`create table kept (n int)`
  await sql`insert into kept values (7)`
  // As it ends itself when its log finds no room: at once, and in no order.
  const pid = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGQUIT')
  await vi.waitUntil(() => told.includes('back'))
  expect(told).toEqual(['gone', 'back'])
  await vi.waitFor(async () => expect(await sql`select n from kept`).toEqual([{ n: 7 }]))
  await sql.end()
  await watched.stop()
  await expect(postgres(server.url('postgres'), { max: 1, connect_timeout: 1 })`select 1`).rejects.toThrow()
  await rm(folder, { recursive: true })
})
