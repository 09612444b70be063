import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase, type TestDatabase } from 'db/node/testing/test-database.ts'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTables } from '../catalog.ts'
import { defineShape } from '../define.ts'
import type { ShapeDefinition } from '../shape.ts'
import { SnapshotFile } from './snapshot-file.ts'
import { takeSnapshot } from './snapshot.ts'

let database: TestDatabase
let sql: postgres.Sql
let definition: ShapeDefinition
beforeAll(async () => {
  database = await testDatabase()
  // One connection: what comes next waits for the snapshot before it.
  sql = postgres(database.superuserUrl, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create table items (id int primary key, text text not null);
    insert into items select n, repeat('x', 100) from generate_series(1, 50000) n; alter publication balcao add table items`)
  const name = { schema: 'public', name: 'items' }
  const [table] = await readTables(sql, 'balcao', [name])
  if (!table) throw new Error('no table')
  const asked = { where: null, params: [], columns: null, queryable: null, replica: 'default', log: 'full' } as const
  definition = defineShape({ ...asked, ...name }, table, [])
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})

const take = (file: SnapshotFile) => takeSnapshot({ sql, definition, chunkBytes: 100_000, file, accepts: () => true })

test('a snapshot for which there is no room fails, and its connection takes the next one', async () => {
  await expect(take(new SnapshotFile('/dev', 'full'))).rejects.toMatchObject({ code: 'ENOSPC' })
  const folder = await mkdtemp(join(tmpdir(), 'balcao-snapshot-'))
  const file = new SnapshotFile(folder, 'items')
  expect(await take(file)).not.toBeNull()
  const content = await readFile(file.path, 'utf8')
  const chunks = file.chunkEnds.map((end, n) => content.slice(n === 0 ? 0 : file.chunkEnds[n - 1], end))
  expect(chunks.flatMap((chunk) => JSON.parse(chunk) as unknown[])).toHaveLength(50_001)
  await rm(folder, { recursive: true })
})
