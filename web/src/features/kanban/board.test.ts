import type { CardRow } from 'db/kanban/queries.ts'
import { expect, test } from 'vitest'
import { laneBeside, lanesOf, withoutMove, type Moves } from './board.ts'

const lane = (id: string) => ({ id, name: id, color: '#112233' })
const card = (id: string, laneId: string | null, inLane: number) => ({ id, laneId, inLane }) as CardRow
const board = [card('ana', null, 2), card('bia', null, 2), card('caio', 'novo', 7)]
const without = { name: 'Fora', color: '#999999' }
const shown = (moves: Moves, lanes = [lane('novo'), lane('feito')]) =>
  lanesOf(lanes, board, moves, without).map(({ name, cards, total }) => [name, cards.map(({ id }) => id).join(), total])

test('cards of no lane come first, each lane says how many it has', () => {
  expect(shown(new Map())).toEqual([
    ['Fora', 'ana,bia', 2],
    ['novo', 'caio', 7],
    ['feito', '', 0],
  ])
})

test('a card that was just moved stands in its new lane, and both lanes count it', () => {
  const moves = new Map([
    ['ana', 'feito'],
    ['caio', null],
  ])
  expect(shown(moves)).toEqual([
    ['Fora', 'bia,caio', 2],
    ['novo', '', 6],
    ['feito', 'ana', 1],
  ])
})

test('cards of a lane that went are in none', () => {
  expect(shown(new Map(), [lane('feito')])[0]?.[1]).toBe('ana,bia,caio')
})

test('beside the first lane there is nothing to the left', () => {
  const lanes = lanesOf([lane('novo'), lane('feito')], board, new Map(), without)
  expect([laneBeside(lanes, 'ana', 1)?.id, laneBeside(lanes, 'ana', -1), laneBeside(lanes, 'caio', -1)?.id]).toEqual([
    'novo',
    undefined,
    null,
  ])
})

test('a move that is done with leaves a later one of the same card alone', () => {
  const moves: Moves = new Map([
    ['ana', 'feito'],
    ['bia', null],
  ])
  expect(withoutMove(moves, 'ana', 'novo')).toBe(moves)
  expect([...withoutMove(moves, 'ana', 'feito')]).toEqual([['bia', null]])
  expect([...withoutMove(moves, 'bia', null)]).toEqual([['ana', 'feito']])
})
