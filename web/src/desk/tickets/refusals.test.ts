import { expect, test, vi } from 'vitest'
import { refusalsOf, ticketIdOf } from './refusals.ts'

vi.mock('../../lib/text/error-message.ts', () => ({ codeMessage: () => '' }))

const entry = (name: string, args: Record<string, unknown>, change: object = { state: 'refused' }) => ({
  name,
  args,
  state: 'waiting' as const,
  ...change,
})

test('what was refused of the ticket and in it, and nothing that its bubbles say', () => {
  const told = [
    entry('ticket.accept', { id: 't' }),
    entry('ticketTag.add', { ticketId: 't', tagId: 'x' }),
    entry('ticketNote.create', { id: 'n', ticketId: 't', note: 'oi' }),
    entry('message.forward', { id: 'm', ticketId: 't', messageId: 'o' }, { heldBy: 'e' }),
  ]
  const others = [
    entry('message.send', { id: 'm', ticketId: 't', body: 'oi' }),
    entry('ticket.accept', { id: 'u' }),
    entry('ticket.close', { id: 't' }, {}),
    entry('queue.update', { id: 't' }),
  ]
  expect(refusalsOf([...told, ...others], 't')).toEqual(told)
})

test('a note names its ticket beside its own id', () => {
  expect(ticketIdOf({ name: 'ticketNote.create', args: { id: 'n', ticketId: 't' } })).toBe('t')
  expect(ticketIdOf({ name: 'ticketNote.delete', args: { id: 'n' } })).toBeUndefined()
})
