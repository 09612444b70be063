import { expect, test } from 'vitest'
import { problemOf } from '../../../components/resource-form/check-fields.ts'
import { passwordProblems, profileChanges, profileFields } from './profile-fields.ts'

const input = { name: 'Ana', email: 'ana@aurora.example', password: '', currentPassword: '' }

test.each([
  ['name', 'A', 'too-short'],
  ['name', 'A'.repeat(51), 'too-long'],
  ['name', '  ', 'required'],
  ['email', 'ana@', 'not-email'],
  ['email', '', 'required'],
] as const)('%s %j is %s', (field, text, kind) => {
  expect(problemOf(profileFields[field], text)).toMatchObject({ kind })
})

test('the password stays as it is when none is given', () => {
  expect(passwordProblems(input)).toEqual({ password: null, currentPassword: null })
})

test.each([
  ['1234', { kind: 'too-short', limit: 5 }],
  ['x'.repeat(51), { kind: 'too-long', limit: 50 }],
  ['12345', null],
])('the new password %s', (password, problem) => {
  expect(passwordProblems({ ...input, password, currentPassword: 'x' }).password).toEqual(problem)
})

test('a new password takes the present one', () => {
  expect(passwordProblems({ ...input, password: '12345' }).currentPassword).toEqual({ kind: 'required' })
})

test('only what changed is sent, with what it was', () => {
  expect(profileChanges(input, input)).toBeNull()
  expect(profileChanges(input, { ...input, name: 'Ana Souza' })).toEqual({ name: { from: 'Ana', to: 'Ana Souza' } })
})
