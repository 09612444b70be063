// What came is stored as it came, whichever way it goes in.
import { newId } from 'db/kit/new-id.ts'
import { syncedTags } from 'db/tags/table.ts'
import { assert, asyncProperty, constantFrom, oneof, string } from 'fast-check'
import { expect, test } from 'vitest'
import { createLocalPostgres } from '../local/local-postgres.ts'
import { testPglite } from '../local/test-pglite.ts'
import { rowStatements, type ShapeState } from './apply-batch.ts'
import type { ShapeRow } from './fold-messages.ts'

const unread: ShapeState = { handle: '', offset: '-1', complete: false, refetching: false }
const read: ShapeState = { handle: 'h', offset: '9_0', complete: true, refetching: false }
const times = { created_at: '1970-01-01 00:00:01+00', updated_at: '1970-01-01 00:00:01+00' }
const companyId = newId()

const tag = (name: string, color: string | null = '#112233'): ShapeRow => ({
  id: newId(),
  company_id: companyId,
  name,
  color,
  kanban: 'false',
  ...times,
})

async function device() {
  const pg = await testPglite('device')
  const local = createLocalPostgres(pg)
  async function apply(upserts: ShapeRow[], state: ShapeState) {
    const folded = { upserts, updates: [], deletes: [], upToDate: true, mustRefetch: false, lsn: 1n, lsnOf: new Map() }
    const batch = { table: syncedTags, folded, handle: 'h', offset: '9_0' }
    for (const statement of rowStatements(batch, state)) await local.transaction(statement)
  }
  const names = async () => {
    const { rows } = await pg.query<{ name: string }>('select name from tags_synced order by id')
    return rows.map(({ name }) => name)
  }
  const clear = () => pg.exec('delete from tags_synced')
  return { pg, apply, names, clear }
}

test('first rows are stored as they are, whatever is in them', async () => {
  const { apply, names, clear } = await device()
  const odd = constantFrom('\\', '\\N', '\\.', '\t', '\n', '\r', '\r\n', 'NULL', '', '"', "'", '😀', 'ação')
  const text = oneof(odd, string({ unit: oneof(odd, string({ minLength: 1, maxLength: 1, unit: 'binary' })) }))
  await assert(
    asyncProperty(text, async (raw) => {
      const name = raw.replaceAll('\0', '')
      const rows = Array.from({ length: 120 }, (_, index) => tag(`${name}${index % 7}${name}`))
      await clear()
      await apply(rows, unread)
      expect(await names()).toEqual(rows.map((row) => row['name']))
    }),
    { numRuns: 60 },
  )
})

test('first rows of which some are there already are all stored, as they came last', async () => {
  const { apply, names } = await device()
  const rows = Array.from({ length: 2500 }, (_, index) => tag(`Etiqueta ${index}`))
  await apply(rows.slice(700, 1300), unread)
  const again = rows.map((row) => ({ ...row, name: `${String(row['name'])} nova` }))
  await apply(again, unread)
  expect(await names()).toEqual(again.map(({ name }) => name))
})

test('a row that does not fit is an error, and nothing of its part is stored', async () => {
  const { apply, names } = await device()
  const rows = Array.from({ length: 200 }, (_, index) => tag(`Etiqueta ${index}`))
  await expect(apply([...rows, { ...tag('Torta'), kanban: 'talvez' }], unread)).rejects.toThrow('talvez')
  expect(await names()).toEqual([])
})

test('rows of a table that was read before replace their older versions', async () => {
  const { apply, names } = await device()
  const rows = Array.from({ length: 150 }, (_, index) => tag(`Etiqueta ${index}`))
  await apply(rows, unread)
  await apply(
    rows.map((row) => ({ ...row, name: 'Igual' })),
    read,
  )
  expect(new Set(await names())).toEqual(new Set(['Igual']))
})
