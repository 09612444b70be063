import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ana Souza', 'AS'],
  ['ágata', 'Á'],
  ['João da Silva Prado', 'JP'],
  ['+55 11 90000-0001', '#'],
  ['', '#'],
])('%s has the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
