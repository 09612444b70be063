import { expect, test } from 'vitest'
import { holdOrder } from './hold-order.ts'

const rows = (ids: string) => ids.split('').map((id) => ({ id }))
const ids = (result: { id: string }[]) => result.map(({ id }) => id).join('')

test('rows keep their places although one of them became the newest', () => {
  expect(ids(holdOrder(['a', 'b', 'c'], rows('cab')))).toBe('abc')
})

test('new ones come first, in their own order; gone ones leave no hole', () => {
  expect(ids(holdOrder(['a', 'b', 'c'], rows('xycb')))).toBe('xybc')
})
