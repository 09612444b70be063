import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import { helps } from '../helps/table.ts'
import { defineQuery, queryKey, type QueryCall, type RowOf } from './define-query.ts'
import { idArg } from './sql/query-args.ts'
import { columnsOf, instant, integer, namesIn, nullable, rowSchema, text } from './sql/row-type.ts'
import { sql } from './sql/sql-text.ts'

const row = { ...columnsOf(helps, 'id', 'title'), closedAt: nullable(instant), count: integer }
const found = defineQuery({
  name: 'help.found',
  summary: 'Videos',
  args: { id: idArg, floor: v.nullable(v.string()) },
  row,
  sql: ({ id, floor }) => sql`select ${namesIn(row, 'h')} from helps h where id = ${id} and title > ${floor}`,
  example: (id) => ({ id: id('help'), floor: null }),
})

test('asking gives a plain value with the arguments in one order and nothing beside them', () => {
  const args = { floor: null, id: 'a', more: 'x' }
  const call = found(args)
  expect(call).toMatchObject({ name: 'help.found', args: { id: 'a', floor: null } })
  expect(structuredClone(call)).toEqual(call)
  expect(queryKey(call)).toBe(queryKey(found({ id: 'a', floor: null })))
})

test('its rows are typed by what it declares', () => {
  type Row = { id: string; title: string; closedAt: Date | null; count: number }
  expectTypeOf<RowOf<typeof found>>().toEqualTypeOf<Row>()
  expectTypeOf(found({ id: 'a', floor: null })).toEqualTypeOf<QueryCall<Row>>()
})

test('another text or row under the same name is another version', () => {
  const versionWith = (changed: object) => {
    const { definition } = found
    return defineQuery({ ...definition, args: {}, ...changed })().version
  }
  const same = versionWith({})
  expect(versionWith({})).toBe(same)
  expect(versionWith({ row: { ...row, more: text } })).not.toBe(same)
  expect(versionWith({ sql: () => sql`select 1` })).not.toBe(same)
})

test('columns by their names in SQL', () => {
  expect(namesIn(row).text).toBe('"id", "title", "closed_at", "count"')
  expect(namesIn(row, 'h').text).toBe('"h"."id", "h"."title", "h"."closed_at", "h"."count"')
})

test('rows that came as JSON are those of a local database', () => {
  const sent = { id: 'a', title: 'Um', closedAt: '2026-11-20T12:00:00.123456+00:00', count: 3 }
  const schema = rowSchema(row)
  expect(v.parse(schema, sent)).toEqual({ ...sent, closedAt: new Date('2026-11-20T12:00:00.123Z') })
  expect(v.parse(schema, { ...sent, closedAt: null })).toEqual({ ...sent, closedAt: null })
  expect(v.is(schema, { ...sent, count: '3' })).toBe(false)
})
