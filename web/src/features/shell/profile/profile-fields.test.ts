import { expect, test } from 'vitest'
import { problemOf } from '../../../components/resource-form/check-fields.ts'
import { passwordProblem, profileChanges, profileFields } from './profile-fields.ts'

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
  expect(passwordProblem(input)).toBeNull()
})

test.each([
  ['1234', { kind: 'too-short', limit: 5 }],
  ['x'.repeat(51), { kind: 'too-long', limit: 50 }],
  ['12345', null],
])('the new password %s', (password, problem) => {
  expect(passwordProblem({ ...input, password })).toEqual(problem)
})

test('only what changed is sent, with what it was', () => {
  expect(profileChanges(input, input)).toBeNull()
  expect(profileChanges(input, { ...input, name: 'Ana Souza' })).toEqual({ name: { from: 'Ana', to: 'Ana Souza' } })
})
