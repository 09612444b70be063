// Every registered query on a device: what Postgres says of its columns is what it declares, and its examples are asked.
import type { PGlite } from '@electric-sql/pglite'
import type { AnyQuery, QueryCall } from 'db/kit/define-query.ts'
import { queryKey } from 'db/kit/define-query.ts'
import { newId } from 'db/kit/new-id.ts'
import { queries } from 'db/queries.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedQuery } from '../queries/asked-query.ts'
import { camelCase, selectRows } from '../queries/live-queries.ts'
import { tablesIn } from '../queries/sql-tables.ts'
import { testPglite } from './test-pglite.ts'

let pg: PGlite
let types: ReadonlyMap<number, string>
beforeAll(async () => {
  pg = await testPglite('device')
  const { rows } = await pg.query<{ oid: number; name: string }>(
    'select oid, format_type(oid, null) as name from pg_type',
  )
  types = new Map(rows.map(({ oid, name }) => [oid, name]))
})
afterAll(() => pg.close())

const exampleOf = ({ name, example }: AnyQuery): QueryCall => ({
  name,
  args: { ...example?.(() => newId()) },
  version: '',
})

describe.each([...queries.values()].map((query) => [query.name, query] as const))('%s', (_, query) => {
  const asked = askedQuery(exampleOf(query))

  test('has the columns that it declares', async () => {
    const { resultFields } = await pg.describeQuery(asked.text)
    const columns = resultFields.map(({ name, dataTypeID }) => [camelCase(name), types.get(dataTypeID)])
    const declared = Object.entries(query.row).map(([key, { sqlType }]) => [key, sqlType])
    expect(Object.fromEntries(columns)).toEqual(Object.fromEntries(declared))
    expect(columns).toHaveLength(declared.length)
  })

  test('is answered, and again when a table changes', async () => {
    expect(await selectRows(pg, asked.text, asked.params)).toBeInstanceOf(Array)
    expect(tablesIn(asked.text).size).toBeGreaterThan(0)
  })

  // Or it would not be asked again when they change: sql-tables.ts.
  test('names each column that its rows are made of', () => {
    expect(asked.text).not.toMatch(
      /\b(natural|to_jsonb?|row_to_json)\b|\b(json|jsonb|array)_agg\(\s*(distinct\s+)?\w+\s*\)/i,
    )
  })

  test('asks the same with the same text, whatever the values', () => {
    expect(askedQuery(exampleOf(query)).text).toBe(asked.text)
  })
})

test('equal questions have equal keys, others have not', () => {
  const call = (args: object): QueryCall => ({ name: 'ticket.one', args: { ...args }, version: 'a' })
  expect(queryKey(call({ id: 1 }))).toBe(queryKey(call({ id: 1 })))
  expect(queryKey(call({ id: 1 }))).not.toBe(queryKey(call({ id: 2 })))
  expect(queryKey(call({ id: 1 }))).not.toBe(queryKey({ ...call({ id: 1 }), version: 'b' }))
})

test('what is not known or not an argument is refused', () => {
  expect(() => askedQuery({ name: 'ticket.stolen', args: {}, version: '' })).toThrow('ERR_UNKNOWN_QUERY')
  expect(() => askedQuery({ name: 'ticket.one', args: { id: 'x' }, version: '' })).toThrow('ERR_VALIDATION')
  expect(() => askedQuery({ name: 'ticket.one', args: { id: newId(), text: 'select 1' }, version: '' })).toThrow(
    'ERR_VALIDATION',
  )
})
