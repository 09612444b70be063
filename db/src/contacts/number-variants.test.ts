import { expect, test } from 'vitest'
import { sameNumberVariants } from './number-variants.ts'

test.each([
  ['nine digits', '5511988887777', ['5511988887777', '551188887777']],
  ['eight digits', '551188887777', ['551188887777', '5511988887777']],
  ['lowest first digit', '552160001000', ['552160001000', '5521960001000']],
  ['a landline has no ninth digit', '551132221111', ['551132221111']],
  ['nine digits that are no mobile of before', '5511952221111', ['5511952221111']],
  ['another country', '351912345678', ['351912345678']],
  ['too short', '5511888', ['5511888']],
  ['no number at all', '', ['']],
])('%s', (_, number, variants) => {
  expect(sameNumberVariants(number)).toEqual(variants)
})
