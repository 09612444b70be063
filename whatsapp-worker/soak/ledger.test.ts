import { expect, test } from 'vitest'
import { compare, type Said } from './ledger.ts'

const line = (name: string, ...texts: string[]): Said[] => texts.map((text) => ({ line: name, text }))

test('what arrives as it was said is no difference, however lines mix', () => {
  const said = [...line('a', '1', '2'), ...line('b', '1')]
  expect(compare(said, [...line('b', '1'), ...line('a', '1', '2')])).toEqual({ lost: [], doubled: [], outOfOrder: [] })
})

test('lost, doubled, out of order and never said are told apart', () => {
  const said = line('a', '1', '2', '3', '4')
  expect(compare(said, line('a', '1', '3', '2', '3', 'x'))).toEqual({
    lost: ['a: 4'],
    doubled: ['a: 3', 'a: x'],
    outOfOrder: ['a: 2'],
  })
})

test('a text that reaches another line is not the one that was said', () => {
  expect(compare(line('a', '1'), line('b', '1'))).toEqual({ lost: ['a: 1'], doubled: ['b: 1'], outOfOrder: [] })
})
