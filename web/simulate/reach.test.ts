import { expect, test } from 'vitest'
import { reachText, shortfall, sumOf } from './reach.ts'
import { hotRows } from './wish.ts'

test('a run in which little comes about, or nobody meets, falls short', () => {
  expect(shortfall({ wishes: 200, effective: 89, met: 89 })).toBe('only 89 of 200 wishes changed a row')
  expect(shortfall({ wishes: 200, effective: 100, met: 34 })).toBe('at only 34 of 100 effective wishes two devices met')
  expect(shortfall({ wishes: 200, effective: 100, met: 35 })).toBe('')
})

test('a short one tells nothing', () => {
  expect(shortfall({ wishes: 99, effective: 0, met: 0 })).toBe('')
})

test('runs are told together', () => {
  const sum = sumOf([
    { wishes: 60, effective: 40, met: 10 },
    { wishes: 40, effective: 23, met: 35 },
  ])
  expect(reachText(sum)).toBe('effective 63 %, met 71 %')
})

test('everybody works on the first tickets of the first queue they see, and on what belongs to those', () => {
  const ticket = (id: string, queue_id: string | null) => ({ id, queue_id, contact_id: `contact of ${id}` })
  const tickets = [ticket('1', null), ticket('2', 'b'), ticket('3', 'a'), ticket('4', 'a'), ticket('5', 'a')]
  const seen = new Map<string, readonly Record<string, unknown>[]>([
    ['tickets', tickets],
    ['contacts', [{ id: 'first' }, { id: 'second' }, { id: 'contact of 4' }]],
    ['queues', ['a', 'b', 'c'].map((id) => ({ id }))],
    ['messages', tickets.map(({ id }) => ({ id: `message of ${id}`, ticket_id: id }))],
    ['tags', [{ id: 'tag' }]],
  ])
  const ids = Object.fromEntries([...hotRows(seen)].map(([table, rows]) => [table, rows.map((row) => row['id'])]))
  expect(ids).toEqual({
    tickets: ['3', '4'],
    contacts: ['first', 'contact of 4'],
    queues: ['a', 'b'],
    messages: ['message of 3', 'message of 4'],
    tags: ['tag'],
  })
})
