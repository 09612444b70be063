import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { looseValues, type Body } from './loose-values.ts'

const fields = {
  kanban: v.optional(v.boolean()),
  order: v.pipe(v.number(), v.integer()),
  queueId: v.optional(v.nullable(v.pipe(v.string(), v.uuid()))),
  name: v.string(),
}

test.each([
  [{ kanban: 1 }, { kanban: true }],
  [{ kanban: '0' }, { kanban: false }],
  [{ order: ' 12 ' }, { order: 12 }],
  [{ queueId: '' }, { queueId: null }],
  [{ queueId: false }, { queueId: null }],
])('%o is read as %o', (written, read) => {
  expect(looseValues(fields, written)).toEqual(read)
})

const strange: Body[] = [{ kanban: 2 }, { order: '' }, { order: '1e9' }, { name: 1 }, { name: '' }, { toString: 1 }]

test.each(strange.map((written) => [written]))('%o is left for the schema to refuse', (written) => {
  expect(looseValues(fields, written)).toEqual(written)
})

test('what a schema takes as it is stays as it is', () => {
  const schema = v.strictObject(fields)
  const body = fc.record(
    { kanban: fc.boolean(), order: fc.integer(), queueId: fc.option(fc.uuid()), name: fc.string() },
    { requiredKeys: ['order', 'name'] },
  )
  fc.assert(
    fc.property(body, (written) => {
      expect(v.parse(schema, looseValues(fields, written))).toEqual(v.parse(schema, written))
    }),
  )
})
