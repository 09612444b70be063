import { expect, test } from 'vitest'
import { atTermAt, calledIn, membersLike } from './mentions.ts'

const members = [
  { id: 'a', name: 'Ana Souza' },
  { id: 'b', name: 'Zé Anísio' },
]

test('a name begins at an @ that stands alone, and ends at the caret', () => {
  expect(atTermAt('oi @an', 6)).toEqual({ start: 3, term: 'an' })
  expect(atTermAt('@', 1)).toEqual({ start: 0, term: '' })
  expect(atTermAt('oi @Ana So e', 10)).toEqual({ start: 3, term: 'Ana So' })
  expect(atTermAt('ana@empresa', 11)).toBeNull()
  expect(atTermAt('@ana\n', 5)).toBeNull()
})

test('any part of a name finds it, whatever the accents', () => {
  expect(membersLike(members, 'an').map(({ id }) => id)).toEqual(['a', 'b'])
  expect(membersLike(members, 'ANI').map(({ id }) => id)).toEqual(['b'])
  expect(membersLike(members, 'ouza')).toEqual([])
  expect(membersLike(members, '')).toHaveLength(2)
})

test('who is called by the whole name is called', () => {
  expect(calledIn('@Ana Souza e @Zé, vejam', members)).toEqual(['a'])
  const ana = { id: 'c', name: 'Ana' }
  expect(calledIn('@Ana Souza', [ana, ...members])).toEqual(['a'])
  expect(calledIn('@Ana e @Ana Souza', [ana, ...members])).toEqual(['a', 'c'])
})
