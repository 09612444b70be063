import { expect, test } from 'vitest'
import { passwordProblem } from './user-fields.ts'

test.each([
  ['', false, null],
  ['', true, 'required'],
  ['1234', false, 'too-short'],
  ['a'.repeat(51), true, 'too-long'],
  ['segredo', true, null],
])('the password %j, required: %s', (password, required, kind) => {
  expect(passwordProblem(password, required)?.kind ?? null).toBe(kind)
})
