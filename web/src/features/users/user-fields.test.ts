import { expect, test } from 'vitest'
import { outputOf } from '../../components/resource-form/check-fields.ts'
import { inputOf, passwordProblem, userFields } from './user-fields.ts'

const [sales, finance] = ['01a1fdf3-cbc3-7686-a9ba-500000000001', '01a1fdf3-cbc3-7686-a9ba-500000000002']
const values = {
  name: 'Ana Lima',
  email: 'ana@loja.example',
  profile: 'supervisor',
  queueIds: [sales, finance],
  connectionId: null,
  allTicket: true,
} as const

test('a form that nobody touched says what the user is', () => {
  const row = { ...values, id: 'u', queueIds: [...values.queueIds], canLogIn: true, super: false }
  expect(outputOf(userFields, inputOf(row))).toEqual({ ...values, password: '' })
})

test.each([
  ['', false, null],
  ['', true, 'required'],
  ['1234', false, 'too-short'],
  ['a'.repeat(51), true, 'too-long'],
  ['segredo', true, null],
])('the password %j, required: %s', (password, required, kind) => {
  expect(passwordProblem(password, required)?.kind ?? null).toBe(kind)
})
