import { expect, test } from 'vitest'
import { unsentRows, type UnsentEntry } from './unsent-rows.ts'

const entry = (name: string, id: string, state: UnsentEntry['state'] = 'waiting') => ({ name, args: { id }, state })

test('a refusal outlasts what waits before and behind it; other resources are no concern', () => {
  const refused = entry('queue.update', 'a', 'refused')
  const entries = [
    entry('queue.create', 'a'),
    refused,
    entry('queue.update', 'a'),
    entry('queue.create', 'b'),
    entry('ticket.close', 'c'),
  ]
  expect([...unsentRows(entries, 'queue')]).toEqual([
    ['a', refused],
    ['b', 'waiting'],
  ])
})
