import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../sync/client.ts'
import { editedArgs, editTarget } from './edit-target.ts'

const older = { id: 'q', name: 'Vendas', color: '#111111', orderQueue: 1, greetingMessage: 'Oi' }
const row = { ...older, outOfHoursMessage: '', hours: null, mediaHash: null }

function entry(change: Partial<OutboxEntry>): OutboxEntry {
  const own = { seq: 1, id: 'e', userId: 'u', companyId: 'c', at: new Date(0) }
  return { ...own, name: 'queue.update', args: { id: 'q', changes: {} }, state: 'refused', ...change }
}

test('a queue opens as it is; what only waits is part of it already', () => {
  expect(editTarget('q', [row], [entry({ state: 'waiting' })])).toEqual({ kind: 'row', before: row })
  expect(editTarget('other', [row], [])).toBeUndefined()
})

test('a refused edit opens with its values, on what it was made on', () => {
  const refused = entry({
    code: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
    args: { id: 'q', changes: { color: { from: '#000000', to: '#222222' } } },
  })
  expect(editTarget('q', [row], [refused])).toEqual({
    kind: 'refused-edit',
    entry: refused,
    before: { ...row, color: '#000000' },
    values: { ...row, color: '#222222' },
  })
})

test('a refused queue that is no row opens from its entry; a conflict is for a choice', () => {
  const created = entry({ name: 'queue.create', args: { ...row } })
  expect(editTarget('q', [], [created])).toEqual({ kind: 'refused-create', entry: created, values: row })
  expect(editTarget('q', [], [entry({ name: 'queue.create', args: older })])).toMatchObject({ values: row })
  const conflict = entry({ code: 'ERR_CONFLICT' })
  expect(editTarget('q', [row], [conflict])).toEqual({ kind: 'conflict', entry: conflict })
})

test('an edit says for each field what it was made on; one that changes nothing is none', () => {
  const { id, mediaHash: _, ...values } = row
  expect(editedArgs(row, { ...values, name: 'Loja' })).toEqual({
    id,
    changes: { name: { from: 'Vendas', to: 'Loja' } },
  })
  expect(editedArgs(row, values)).toBeNull()
})
