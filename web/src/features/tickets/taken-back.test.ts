import { expect, test } from 'vitest'
import { afterClose, afterReturn, afterTransfer, type Placed } from './taken-back.ts'

const me = 'me'
const was = (change: Partial<Placed> = {}): Placed => ({
  id: 'ticket',
  status: 'open',
  userId: me,
  queueId: 'vendas',
  connectionId: 'matriz',
  ...change,
})
const words = (steps: ReturnType<typeof afterClose>) => steps.map(({ name, args }) => `${name} ${JSON.stringify(args)}`)

test('a ticket that was resolved is open again, and whose it was', () => {
  expect(words(afterClose(was(), me))).toEqual(['ticket.reopen {"id":"ticket"}'])
  expect(words(afterClose(was({ userId: 'bia' }), me))).toEqual([
    'ticket.reopen {"id":"ticket"}',
    'ticket.transfer {"id":"ticket","userId":"bia"}',
  ])
  expect(words(afterClose(was({ status: 'pending', userId: null }), me))).toEqual([
    'ticket.reopen {"id":"ticket"}',
    'ticket.return {"id":"ticket"}',
  ])
})

test('a ticket that was returned is whose it was', () => {
  expect(words(afterReturn(was(), me))).toEqual(['ticket.accept {"id":"ticket"}'])
  expect(words(afterReturn(was({ userId: 'bia' }), me))).toEqual([
    'ticket.accept {"id":"ticket"}',
    'ticket.transfer {"id":"ticket","userId":"bia"}',
  ])
})

test('a ticket that was transferred goes back to queue, person and connection', () => {
  expect(words(afterTransfer(was()))).toEqual([
    'ticket.transfer {"id":"ticket","connectionId":"matriz","queueId":"vendas","userId":"me"}',
  ])
  expect(words(afterTransfer(was({ status: 'pending', userId: null })))).toEqual([
    'ticket.transfer {"id":"ticket","connectionId":"matriz","queueId":"vendas"}',
  ])
  expect(afterTransfer(was({ status: 'pending', userId: null, queueId: null }))).toEqual([])
})
