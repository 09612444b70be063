import { expect, test } from 'vitest'
import { transferOf } from './transfer.ts'

const ticket = { queueId: 'q1', connectionId: 'c1' }
const stay = { queueId: 'q1', userId: null, connectionId: 'c1', note: '' }

test.each([
  ['nothing chosen', stay, null],
  ['a queue', { ...stay, queueId: 'q2' }, { queueId: 'q2' }],
  ['a person of the same queue', { ...stay, userId: 'u1' }, { userId: 'u1' }],
  ['a person of another queue', { ...stay, queueId: 'q2', userId: 'u1' }, { queueId: 'q2', userId: 'u1' }],
  ['a note alone', { ...stay, note: 'oi' }, null],
  ['a queue with a note', { ...stay, queueId: 'q2', note: ' oi ' }, { queueId: 'q2', note: 'oi' }],
  ['a connection', { ...stay, connectionId: 'c2' }, { connectionId: 'c2' }],
  [
    'all of it',
    { queueId: 'q2', userId: 'u1', connectionId: 'c2', note: ' ' },
    { queueId: 'q2', userId: 'u1', connectionId: 'c2' },
  ],
])('%s', (_, choice, transfer) => {
  expect(transferOf(ticket, choice)).toEqual(transfer)
})
