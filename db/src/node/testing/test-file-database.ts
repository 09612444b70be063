import { beforeAll } from 'vitest'
import { connect, type Database } from '../connect.ts'
import { alterAs, nameDatabase, testDatabase, type TestDatabase } from './test-database.ts'

/** One for the whole test file: made before its tests and dropped after them. It connects when it is first asked, so any hook may use it. */
export const useTestDatabase = (): Database => useAlterableDatabase().db

/** The same, for tests that change tables. */
export function useAlterableDatabase(): { db: Database } & Pick<TestDatabase, 'alter'> {
  const { db, alter } = useNamedTestDatabase()
  return { db, alter }
}

/** The same, for tests whose other processes connect to it. */
export function useNamedTestDatabase(): { db: Database } & Pick<TestDatabase, 'alter' | 'url'> {
  const named = nameDatabase()
  const db = connect(named.app)
  beforeAll(async () => {
    const { drop } = await testDatabase(named)
    return async () => {
      await db.end()
      await drop()
    }
  })
  return { db, url: named.app, alter: alterAs(named.owner) }
}
