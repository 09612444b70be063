import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../../sync/client.ts'
import { conflictsOf, freeFields, resolvedArgs } from './conflicts.ts'

const args = {
  id: 'q',
  changes: {
    name: { from: 'Vendas', to: 'Loja' },
    color: { from: '#111111', to: '#222222' },
    orderQueue: { from: 1, to: 5 },
  },
}
const conflicts = {
  name: { from: 'Vendas', to: 'Loja', current: 'Comercial' },
  orderQueue: { from: 1, to: 5, current: null },
}

test('what is mine is written over what the server has now; the rest of the edit stays as it is', () => {
  expect(resolvedArgs(args, conflicts, { name: 'mine', orderQueue: 'mine' })).toEqual({
    id: 'q',
    changes: {
      name: { from: 'Comercial', to: 'Loja' },
      color: { from: '#111111', to: '#222222' },
      orderQueue: { from: null, to: 5 },
    },
  })
})

test('what is theirs leaves the edit', () => {
  expect(resolvedArgs(args, conflicts, { name: 'theirs', orderQueue: 'mine' })).toEqual({
    id: 'q',
    changes: { color: { from: '#111111', to: '#222222' }, orderQueue: { from: null, to: 5 } },
  })
})

test('nothing is left when all of it conflicts and all is theirs', () => {
  const { name, orderQueue } = args.changes
  const all = { id: 'q', changes: { name, orderQueue } }
  expect(resolvedArgs(all, conflicts, { name: 'theirs', orderQueue: 'theirs' })).toBeNull()
})

test('only a refusal for conflicts has any', () => {
  const entry: OutboxEntry = {
    seq: 1,
    id: 'e',
    userId: 'u',
    companyId: 'c',
    name: 'queue.update',
    args,
    at: new Date(0),
    state: 'refused',
    code: 'ERR_CONFLICT',
    details: { conflicts },
  }
  expect(conflictsOf(entry)).toEqual(conflicts)
  expect(freeFields(entry, conflicts)).toEqual(['color'])
  expect(conflictsOf({ ...entry, state: 'waiting' })).toBeNull()
  expect(conflictsOf({ ...entry, code: 'ERR_NO_PERMISSION' })).toBeNull()
  expect(conflictsOf({ ...entry, details: { conflicts: 'x' } })).toBeNull()
})
