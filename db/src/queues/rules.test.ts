import { expect, test } from 'vitest'
import { greetingIsMissing } from './rules.ts'

const [mute, greets] = [{ greetingMessage: ' \n' }, { greetingMessage: 'Olá' }]

test.each([
  ['the only queue needs none', mute, null, 0, false],
  ['a second one needs its own', mute, null, 1, true],
  ['with its own it is made', greets, null, 1, false],
  ['it is not taken from one of several', mute, greets, 1, true],
  ['from the only one it is', mute, greets, 0, false],
  ['what has none may be changed otherwise', mute, mute, 2, false],
])('%s', (_, next, before, others, isMissing) => {
  expect(greetingIsMissing(next, before, others)).toBe(isMissing)
})
