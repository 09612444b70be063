import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../node/testing/test-file-database.ts'
import { sameNumberVariants } from './number-variants.ts'
import { exampleNumbers, givenNumbers, sameNumbers } from './test-numbers.ts'

const db = useTestDatabase()

test('the database knows one person by the same spellings', async () => {
  const made = fc.sample(
    fc.tuple(
      fc.constantFrom('55', '52', '521', '54', '549', '229', '22901', '5511', '1'),
      fc.stringMatching(/^\d{7,11}$/),
    ),
    { numRuns: 2000, seed: 1 },
  )
  const numbers = [...exampleNumbers, ...givenNumbers, ...sameNumbers.flat(), ...made.map((parts) => parts.join(''))]
  const pairs = numbers.flatMap((number) => sameNumberVariants(number).map((other) => ({ number, other })))
  const told = await db.sql<{ number: string; other: string; same: boolean; keys: number }[]>`
    select number, other, one_number(number) = one_number(other) as same
    from jsonb_to_recordset(${JSON.stringify(pairs)}::text::jsonb) as p(number text, other text)`
  expect(told.filter(({ same }) => !same)).toEqual([])
  const keys = await db.sql<{ number: string; key: string }[]>`
    select number, one_number(number) as key from unnest(${numbers}::text[]) as n(number)`
  expect(keys.filter(({ number, key }) => !sameNumberVariants(number).includes(key))).toEqual([])
})
