import { array, assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createPacking, createUnpacking } from './packed-rows.ts'
import type { ResultRow } from './protocol.ts'

const rows = (...ids: string[]): ResultRow[] => ids.map((id) => ({ id }))

test('what the tab has is said by its place', () => {
  const pack = createPacking('a')
  const [first, second, third] = rows('1', '2', '3') as [ResultRow, ResultRow, ResultRow]
  expect(pack([first, second])).toEqual({ rows: [first, second], run: 'a', turn: 0 })
  expect(pack([third, first])).toEqual({ rows: [third, 0], run: 'a', turn: 1 })
  expect(pack([third, first, second])).toEqual({ rows: [0, 1, second], run: 'a', turn: 2 })
})

test('what comes out is what went in, and a row that stays is the same object', () => {
  const all = rows('1', '2', '3', '4', '5')
  const some = array(
    array(
      nat({ max: 4 }).map((at) => all[at] as ResultRow),
      { maxLength: 6 },
    ),
    { maxLength: 8 },
  )
  assert(
    property(some, (results) => {
      const [pack, unpack] = [createPacking('a'), createUnpacking()]
      let before: readonly ResultRow[] = []
      let was: readonly ResultRow[] = []
      for (const result of results) {
        const unpacked = unpack(structuredClone(pack(result)))
        expect(unpacked).toEqual(result)
        for (const [place, row] of result.entries())
          if (was.includes(row)) expect(unpacked?.[place]).toBe(before[was.indexOf(row)])
        ;[before, was] = [unpacked ?? [], result]
      }
    }),
  )
})

test('after an answer that did not come, or another leader’s, all of them are needed', () => {
  const [first, second] = rows('1', '2') as [ResultRow, ResultRow]
  const [old, young] = [createPacking('old'), createPacking('young')]
  const unpack = createUnpacking()
  unpack(old([first]))
  const lost = old([first, second])
  expect(unpack(old([second]))).toBeUndefined()
  expect(lost.rows).toEqual([0, second])
  expect(unpack(young([second]))).toEqual([second])
  expect(unpack(old([second, first]))).toBeUndefined()
  expect(unpack(young([second, first]))).toEqual([second, first])
})

test('a leader of an older build says all rows each time', () => {
  const unpack = createUnpacking()
  expect(unpack({ rows: rows('1') })).toEqual(rows('1'))
  expect(unpack({ rows: rows('2', '1') })).toEqual(rows('2', '1'))
})
