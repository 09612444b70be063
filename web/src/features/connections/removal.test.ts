import { expect, test } from 'vitest'
import { removalOf } from './removal.ts'

const plain = { id: 'branch', isDefault: false }
const main = { id: 'main', isDefault: true }

test.each([
  ['nothing to decide', plain, { open: 0, fate: null, heirId: null }, { id: 'branch', moveTo: null, defaultId: null }],
  ['what becomes of its conversations', plain, { open: 2, fate: null, heirId: null }, null],
  ['they are closed', plain, { open: 2, fate: 'close', heirId: null }, { id: 'branch', moveTo: null, defaultId: null }],
  ['they go on', plain, { open: 2, fate: 'main', heirId: null }, { id: 'branch', moveTo: 'main', defaultId: null }],
  ['which one is the default', main, { open: 0, fate: null, heirId: null }, null],
  ['closed, and no default yet', main, { open: 2, fate: 'close', heirId: null }, null],
  ['where they go on it is', main, { open: 2, fate: 'a', heirId: null }, { id: 'main', moveTo: 'a', defaultId: 'a' }],
  ['or another one', main, { open: 2, fate: 'a', heirId: 'b' }, { id: 'main', moveTo: 'a', defaultId: 'b' }],
])('%s', (_, connection, choices, removal) => {
  expect(removalOf(connection, choices)).toEqual(removal)
})
