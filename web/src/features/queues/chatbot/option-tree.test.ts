import type { OptionRow } from 'db/queues/queries.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  directions,
  dropPlace,
  idsBelow,
  linesOf,
  pathTo,
  placements,
  placeOf,
  step,
  withPlacements,
  type OptionPlace,
} from './option-tree.ts'

const option = (id: string, parentId: string | null, order: number): OptionRow => ({
  id,
  parentId,
  option: order,
  queueId: 'q',
  title: id,
  message: '',
  mediaHash: null,
  mediaName: null,
  mediaMime: null,
  mediaSize: null,
})
/*
 * 1 a
 *   1 a1
 *   2 a2
 * 2 b
 * 3 c
 */
const tree = [
  option('c', null, 7),
  option('a2', 'a', 2),
  option('b', null, 3),
  option('a1', 'a', 1),
  option('a', null, 1),
]

const drawn = (options: readonly OptionRow[]) =>
  linesOf(options).map((line) => `${'>'.repeat(line.depth)}${line.number}${line.option.id}`)
const moved = (id: string, place: OptionPlace | null) =>
  place && drawn(withPlacements(tree, placements(tree, id, place)))

test('it reads from top to bottom with the numbers that the customer sees', () => {
  expect(drawn(tree)).toEqual(['1a', '>1a1', '>2a2', '2b', '3c'])
  expect(linesOf(tree)[0]).toMatchObject({ siblings: 3, children: 2 })
  expect(idsBelow(tree, 'a')).toEqual(['a1', 'a2'])
  expect(pathTo(tree, 'a2').map(({ id }) => id)).toEqual(['a', 'a2'])
})

test('steps of the keyboard', () => {
  const stepped = (id: string, direction: (typeof directions)[number]) => moved(id, step(tree, id, direction))
  expect(stepped('c', 'up')).toEqual(['1a', '>1a1', '>2a2', '2c', '3b'])
  expect(stepped('a', 'down')).toEqual(['1b', '2a', '>1a1', '>2a2', '3c'])
  expect(stepped('b', 'in')).toEqual(['1a', '>1a1', '>2a2', '>3b', '2c'])
  expect(stepped('a1', 'out')).toEqual(['1a', '>1a2', '2a1', '3b', '4c'])
  expect([step(tree, 'a', 'up'), step(tree, 'c', 'down'), step(tree, 'a1', 'in'), step(tree, 'b', 'out')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('a drop is as deep as the pointer says, as far as the lines around it allow', () => {
  const dropped = (id: string, before: string | null, depth: number) => moved(id, dropPlace(tree, id, before, depth))
  expect(dropped('c', 'b', 0)).toEqual(['1a', '>1a1', '>2a2', '2c', '3b'])
  expect(dropped('c', 'b', 1)).toEqual(['1a', '>1a1', '>2a2', '>3c', '2b'])
  expect(dropped('c', 'b', 9)).toEqual(['1a', '>1a1', '>2a2', '>>1c', '2b'])
  expect(dropped('c', 'a1', 0)).toEqual(['1a', '>1c', '>2a1', '>3a2', '2b'])
  expect(dropped('c', 'a', 3)).toEqual(['1c', '2a', '>1a1', '>2a2', '3b'])
  // Onto itself and what is below it: sideways only.
  expect(dropped('a', 'a2', 2)).toEqual(drawn(tree))
  expect(dropped('b', 'b', 1)).toEqual(['1a', '>1a1', '>2a2', '>3b', '2c'])
  expect(dropped('a', null, 1)).toEqual(['1b', '2c', '>1a', '>>1a1', '>>2a2'])
})

test('a move writes the moved one and those whose number changes, nothing else', () => {
  expect(placements(tree, 'c', { parentId: null, index: 1 })).toEqual([{ id: 'c', option: 2, parentId: null }])
  expect(placements(tree, 'b', placeOf(tree, 'b'))).toEqual([
    { id: 'b', option: 2, parentId: null },
    { id: 'c', option: 3, parentId: null },
  ])
})

test('whatever is dragged wherever, every option is there once, with its own below it', () => {
  const ids = tree.map(({ id }) => id)
  fc.assert(
    fc.property(
      fc.constantFrom(...ids),
      fc.constantFrom(...ids, null),
      fc.integer({ min: -3, max: 6 }),
      (id, before, depth) => {
        const place = dropPlace(tree, id, before, depth)
        const after = withPlacements(tree, placements(tree, id, place))
        expect(
          linesOf(after)
            .map((line) => line.option.id)
            .toSorted(),
        ).toEqual(ids.toSorted())
        expect(idsBelow(after, id)).toEqual(idsBelow(tree, id))
        expect(linesOf(after).find((line) => line.option.id === id)?.depth).toBe(place.depth)
      },
    ),
  )
})
