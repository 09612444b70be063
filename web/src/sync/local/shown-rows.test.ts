import { describe, expect, test } from 'vitest'
import { changedColumns, rowsOf } from '../queries/changes.ts'
import { changesOf } from './shown-rows.ts'

const rows = (...all: Record<string, unknown>[]) => new Map(all.map((row) => [String(row['id']), row]))
const changes = (before: ReturnType<typeof rows>, now: ReturnType<typeof rows>) => changesOf('tickets', before, now)
const ticket = (more: object = {}) => ({ id: '1', status: 'open', details: { a: 1 }, ...more })

describe('what was pending and is confirmed', () => {
  test('looks the same, whether or not it is pending still', () => {
    expect(changes(rows(ticket({ _deleted: false })), rows(ticket()))).toEqual(new Map())
    expect(changes(rows(ticket({ _deleted: true })), rows())).toEqual(new Map())
  })
  test('differs in the columns that the server wrote otherwise', () => {
    const now = rows(ticket({ status: 'pending', details: { a: 2 } }))
    expect(
      changes(rows(ticket(), { id: '2', status: 'open' }), new Map([...now, ...rows({ id: '2', status: 'open' })])),
    ).toEqual(new Map([changedColumns('tickets', ['status', 'details'], new Set(['1']))]))
  })
  test('comes or goes', () => {
    const gone = rowsOf(['tickets'], new Set(['1']))
    expect(changes(rows(ticket()), rows())).toEqual(gone)
    expect(changes(rows(ticket({ _deleted: true })), rows(ticket()))).toEqual(gone)
    expect(changes(rows(), rows(ticket()))).toEqual(gone)
  })
})
