import { expect, test } from 'vitest'
import { editedArgs, editTarget, saveTarget, type EditEntry } from './edit-target.ts'

const older = { id: 'q', name: 'Vendas', color: '#111111', orderQueue: 1, greetingMessage: 'Oi' }
const row = { ...older, outOfHoursMessage: '', hours: null, mediaHash: null }

type Row = typeof row

function entry(change: Partial<EditEntry>): EditEntry {
  return { id: 'e', name: 'queue.update', args: { id: 'q', changes: {} }, state: 'refused', ...change }
}

const target = (id: string, rows: Row[], outbox: EditEntry[]) =>
  editTarget({ noun: 'queue', id, rows, outbox, rowOf: ({ args }) => args as Row })

test('a queue opens as it is; what only waits is part of it already', () => {
  expect(target('q', [row], [entry({ state: 'waiting' })])).toEqual({ kind: 'row', before: row })
  expect(target('other', [row], [])).toBeUndefined()
})

test('a refused edit opens with its values, on what it was made on', () => {
  const refused = entry({
    code: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
    args: { id: 'q', changes: { color: { from: '#000000', to: '#222222' } } },
  })
  expect(target('q', [row], [refused])).toEqual({
    kind: 'refused-edit',
    entry: refused,
    before: { ...row, color: '#000000' },
    values: { ...row, color: '#222222' },
  })
})

test('a refused queue that is no row opens from its entry; a conflict is for a choice', () => {
  const created = entry({ name: 'queue.create', args: { ...row } })
  expect(target('q', [], [created])).toEqual({ kind: 'refused-create', entry: created, values: row })
  const conflict = entry({ code: 'ERR_CONFLICT' })
  expect(target('q', [row], [conflict])).toEqual({ kind: 'conflict', entry: conflict })
})

test('an edit says for each field what it was made on; one that changes nothing is none', () => {
  const { id, mediaHash: _, ...values } = row
  expect(editedArgs(row, { ...values, name: 'Loja' })).toEqual({
    id,
    changes: { name: { from: 'Vendas', to: 'Loja' } },
  })
  expect(editedArgs(row, values)).toBeNull()
})

test('saving updates a row, sends a refused one again, and gives up what no longer changes anything', async () => {
  const done: unknown[] = []
  const saving = {
    update: async (args: object) => void done.push(['update', args]),
    retry: async (id: string, args: object) => void done.push(['retry', id, args]),
    discard: async (id: string) => void done.push(['discard', id]),
  }
  const { id, ...values } = row
  const changed = { ...values, name: 'Loja' }
  const edit = { kind: 'refused-edit', entry: entry({}), before: row, values: row } as const
  const changes = { name: { from: 'Vendas', to: 'Loja' } }
  expect(await saveTarget({ kind: 'row', before: row }, values, saving)).toBe(false)
  expect(await saveTarget({ kind: 'row', before: row }, changed, saving)).toBe(true)
  expect(await saveTarget(edit, changed, saving)).toBe(true)
  expect(await saveTarget(edit, values, saving)).toBe(false)
  expect(await saveTarget({ kind: 'refused-create', entry: entry({}), values: row }, changed, saving)).toBe(true)
  expect(done).toEqual([
    ['update', { id, changes }],
    ['retry', 'e', { id, changes }],
    ['discard', 'e'],
    ['retry', 'e', { id, ...changed }],
  ])
})
