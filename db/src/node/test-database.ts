// A migrated database for one test file: a copy of the template that the run's global set-up made (vitest.global-setup.ts).
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { connect, type Database } from './connect.ts'

export const templateName = 'balcao_template'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL is set by the global set-up of vitest')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)} template ${admin(templateName)}`
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      await admin`drop database ${admin(name)} with (force)`
      await admin.end({ timeout: 5 })
    },
  }
}

/** The same, connected. For `beforeAll`, which runs what it returns at the end: `close`. */
export async function connectTestDatabase(): Promise<{ db: Database; close(): Promise<void> }> {
  const { url, drop } = await testDatabase()
  const db = connect(url)
  return {
    db,
    async close() {
      await db.end()
      await drop()
    },
  }
}
