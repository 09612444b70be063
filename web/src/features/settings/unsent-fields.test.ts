import { expect, test } from 'vitest'
import { unsentFields } from './unsent-fields.ts'

const entry = (name: string, changes: object, state: 'waiting' | 'refused' = 'waiting') => ({
  name,
  args: { id: 'c', changes },
  state,
})

test('each field by itself; a refusal outlasts what waits behind it', () => {
  const refused = entry('settings.update', { call: { to: 'disabled' } }, 'refused')
  const outbox = [
    refused,
    entry('settings.update', { call: { to: 'enabled' } }),
    entry('company.update', { hours: { to: null } }),
    entry('queue.update', { name: { to: 'Vendas' } }),
  ]
  expect([...unsentFields(outbox)]).toEqual([
    ['call', refused],
    ['hours', 'waiting'],
  ])
})
