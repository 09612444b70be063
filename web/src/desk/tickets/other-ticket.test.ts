import { newId } from 'db/kit/new-id.ts'
import { expect, test, vi } from 'vitest'
import { otherTicketIn } from './other-ticket.ts'

vi.mock('../../lib/text/error-message.ts', () => ({ codeMessage: () => '' }))

const ticketId = newId()
const refused = (change: object = {}) => ({
  name: 'ticket.create',
  state: 'refused' as const,
  code: 'ERR_OTHER_OPEN_TICKET' as const,
  details: { ticketId, userId: null, user: { name: null }, queue: { name: 'Financeiro' } },
  ...change,
})

test('one that waits in a queue, one of a colleague, one without a queue', () => {
  const other = { ticketId, userId: null, userName: null, queueName: 'Financeiro' }
  expect(otherTicketIn(refused())).toEqual(other)
  expect(otherTicketIn(refused({ name: 'ticket.reopen' }))).toEqual(other)
  const details = { ticketId, userId: 'u', user: { name: 'Bia' }, queue: { name: null } }
  expect(otherTicketIn(refused({ details }))).toEqual({ ticketId, userId: 'u', userName: 'Bia', queueName: null })
})

test('what is refused for something else, or not refused, names none', () => {
  for (const change of [
    { name: 'ticket.transfer' },
    { state: 'waiting' },
    { code: 'ERR_NO_PERMISSION' },
    { details: undefined },
    { details: { ticketId } },
  ]) {
    expect(otherTicketIn(refused(change))).toBeNull()
  }
})
