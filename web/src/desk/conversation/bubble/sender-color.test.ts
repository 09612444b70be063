import { newId } from 'db/kit/new-id.ts'
import { expect, test } from 'vitest'
import { senderColor } from './sender-color.ts'

test('one person, one colour; many people, all colours', () => {
  const ids = Array.from({ length: 200 }, newId)
  expect(ids.map(senderColor)).toEqual(ids.map(senderColor))
  expect(new Set(ids.map(senderColor)).size).toBe(8)
})
