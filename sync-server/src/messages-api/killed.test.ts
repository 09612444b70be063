// The real server is killed with -9 while another system sends through it: every key that was asked for until it was taken is one message with its job.
import { startChild, type Child } from 'db/node/child.ts'
import { connect, type Database } from 'db/node/connect.ts'
import { connections } from 'db/connections/table.ts'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import { testCompany, type TestCompany } from 'db/node/testing/test-world.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { eq } from 'drizzle-orm'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newToken } from './token.ts'

const token = newToken()
let database: TestDatabase
let db: Database
let company: TestCompany
let folder: string
let server: { child: Child; origin: string }
beforeAll(async () => {
  ;[database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'balcao-killed-'))])
  db = connect(database.url)
  company = await testCompany(db)
  const its = eq(connections.id, company.connectionId)
  await db.orm
    .update(connections)
    .set({ tokenHash: hashToken(token) })
    .where(its)
  server = await start()
})
afterAll(async () => {
  await server.child.kill('SIGKILL')
  await db.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Resolves when it listens. */
function start(): Promise<typeof server> {
  const child = startChild(fileURLToPath(new URL('../main.ts', import.meta.url)), [], {
    DATABASE_URL: database.url,
    SHAPES_DATABASE_URL: database.shapesUrl,
    SHAPES_DIR: join(folder, 'shapes'),
    MEDIA_DIR: join(folder, 'media'),
    UPLOADS_DIR: join(folder, 'uploads'),
    JWT_SECRET: 'x'.repeat(32),
    PORT: '0',
  })
  const { promise, resolve, reject } = Promise.withResolvers<typeof server>()
  child.onLine((line) => {
    const origin = /listening on (http:\/\/\S+)/.exec(line)?.[1]
    if (origin !== undefined) resolve({ child, origin })
  })
  child.onEnd((how) => reject(new Error(`${how}\n${child.tail()}`)))
  return promise
}

/** The send's id; null when nothing was answered. */
async function send(key: string): Promise<string | null> {
  try {
    const answer = await fetch(`${server.origin}/api/messages/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ number: `55119700000${key.padStart(2, '0')}`, body: `Pedido ${key}` }),
    })
    const body: unknown = await answer.json()
    if (answer.status !== 202) throw new Error(JSON.stringify(body))
    return (body as { id: string }).id
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null
    throw error
  }
}

test('nothing that was asked for is lost, and nothing is there twice', async () => {
  const keys = Array.from({ length: 20 }, (_, n) => String(n))
  const told = new Map<string, string>()
  for (const answersBefore of [0, 5]) {
    const answers = keys.map(async (key) => {
      const id = await send(key)
      if (id !== null) told.set(key, id)
      // In the middle of the others: some are rows without an answer by then, some are half of a transaction.
      if (told.size > answersBefore) server.child.process.kill('SIGKILL')
    })
    await Promise.all(answers)
    await server.child.exited
    server = await start()
  }
  for (const key of keys) {
    const id = await send(key)
    expect(told.get(key) ?? id).toBe(id)
  }
  const rows = await db.sql`select body from messages where company_id = ${company.id} order by created_at`
  expect(rows.map(({ body }) => String(body)).toSorted()).toEqual(keys.map((key) => `Pedido ${key}`).toSorted())
  const [jobs] =
    await db.sql`select count(*)::int as n from pgboss.job where data::text like ${`%${company.connectionId}%`} or name like ${`%${company.connectionId}%`}`
  expect(jobs?.['n']).toBeGreaterThan(0)
})
