import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../../sync/client.ts'
import { messageOutbox } from './message-outbox.ts'

const entry = (name: string, args: object, state: OutboxEntry['state'] = 'waiting'): OutboxEntry => ({
  seq: 1,
  id: `${name}-entry`,
  userId: 'u',
  companyId: 'c',
  at: new Date(0),
  name,
  state,
  args: { ...args },
})

test('to be sent, to be changed and refused are told apart', () => {
  const refusedSend = entry('message.send', { id: 'c', ticketId: 't' }, 'refused')
  const refusedEdit = entry('message.edit', { id: 'd', body: 'x' }, 'refused')
  const found = messageOutbox(
    [
      entry('message.send', { id: 'a', ticketId: 't' }),
      entry('message.forward', { id: 'f', ticketId: 't' }),
      entry('message.react', { id: 'b', emoji: '👍' }),
      refusedSend,
      refusedEdit,
      entry('message.send', { id: 'e', ticketId: 'other' }, 'refused'),
      entry('ticket.close', { id: 't' }),
    ],
    { id: 't', saying: { names: new Set(['message.send', 'message.forward']), key: 'ticketId' } },
  )
  expect(found).toEqual({
    sending: new Set(['a', 'f']),
    changing: new Set(['b']),
    refused: new Map([['c', refusedSend]]),
    refusedChanges: new Map([['d', refusedEdit]]),
  })
})
