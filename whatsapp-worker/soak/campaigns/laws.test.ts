import { expect, test } from 'vitest'
import { differences, disregarded, doubled, tooFast } from './laws.ts'

const reached = (number: string, isQuestion = false) => ({ campaign: 'Natal', number, isQuestion, id: 'A', at: 0 })

test('a question and its message are two texts, the same text twice is one too many', () => {
  expect(doubled([reached('1'), reached('1', true), reached('2')])).toEqual([])
  expect(doubled([reached('1'), { ...reached('1'), id: 'B' }])).toEqual(['Natal 1 : A, B'])
  expect(doubled([reached('1'), reached('1')])).toEqual([])
})

const rate = { intervalMs: 100, jitter: 0.2, lagMs: 0 }

test('no stretch of time may have more than the rate, a fifth of one pause apart', () => {
  expect(tooFast([0, 80, 200, 280, 400], rate)).toEqual([])
  expect(tooFast([0, 79], rate)).toEqual(['2 texts in 79 ms'])
  // Each pause is long enough by itself; all of them together are not.
  expect(tooFast([0, 85, 170, 255, 340], rate)).toEqual(['3 texts in 170 ms', '4 texts in 255 ms', '5 texts in 340 ms'])
  expect(tooFast([0, 1000, 1085], rate)).toEqual([])
})

test('the report is what the phones got', () => {
  const end = (number: string, state: string, error: string | null = null) => ({
    campaign: 'Natal',
    number,
    state,
    error,
  })
  expect(
    differences(
      [end('1', 'delivered'), end('2', 'failed', 'unanswered'), end('3', 'invalid')],
      [reached('1'), reached('2', true)],
    ),
  ).toEqual([])
  expect(differences([end('1', 'failed', '463'), end('2', 'delivered'), end('3', 'waiting')], [reached('1')])).toEqual([
    'Natal 1: got it and is failed 463',
    'Natal 2: got nothing and is delivered ',
    'Natal 3: waiting without a reason',
  ])
})

test('nobody is written to after they said stop', () => {
  const stops = [{ number: '1', at: 100 }]
  expect(
    disregarded(stops, [
      { number: '1', at: 90 },
      { number: '2', at: 200 },
    ]),
  ).toEqual([])
  expect(disregarded(stops, [{ number: '1', at: 130 }])).toEqual(['1 30 ms after the stop'])
})
