import { describe, expect, test } from 'vitest'
import { changeOf } from './shown-rows.ts'

const rows = (...all: Record<string, unknown>[]) => new Map(all.map((row) => [String(row['id']), row]))
const ticket = (more: object = {}) => ({ id: '1', status: 'open', details: { a: 1 }, ...more })

describe('what was pending and is confirmed', () => {
  test('looks the same, whether or not it is pending still', () => {
    expect(changeOf(rows(ticket({ _deleted: false })), rows(ticket()))).toBeUndefined()
    expect(changeOf(rows(ticket({ _deleted: true })), rows())).toBeUndefined()
  })
  test('differs in the columns that the server wrote otherwise', () => {
    const now = rows(ticket({ status: 'pending', details: { a: 2 } }))
    expect(changeOf(rows(ticket()), now)).toEqual(new Set(['status', 'details']))
  })
  test('comes or goes', () => {
    expect(changeOf(rows(ticket()), rows())).toBe('rows')
    expect(changeOf(rows(ticket({ _deleted: true })), rows(ticket()))).toBe('rows')
    expect(changeOf(rows(), rows(ticket()))).toBe('rows')
  })
})
