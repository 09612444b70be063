import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseShape } from './define-mutation.ts'
import { AppError } from './errors.ts'

const schema = v.strictObject({
  name: v.pipe(v.string(), v.minLength(2)),
  lines: v.pipe(v.array(v.strictObject({ text: v.string() })), v.maxLength(100)),
})

function fieldsOf(input: unknown) {
  try {
    parseShape(schema, input)
    return null
  } catch (error) {
    return error instanceof AppError ? Object.keys(error.details?.['fields'] ?? {}) : error
  }
}

test('all that is wrong of a form is named', () => {
  expect(fieldsOf({ name: '', lines: [{ text: 1 }, { text: 'a' }, 3] })).toEqual(['name', 'lines.0.text', 'lines.2'])
  expect(fieldsOf({ name: 'Ana', lines: [] })).toBeNull()
})

test('of what is larger than any form the first is, however many values are wrong', () => {
  expect(fieldsOf({ name: 'Ana', lines: Array.from({ length: 200_000 }, () => 0) })).toEqual(['lines.0'])
})
