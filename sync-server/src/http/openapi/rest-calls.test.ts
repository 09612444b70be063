import * as fc from 'fast-check'
import { ticketStatuses } from 'db/tickets/table.ts'
import { describe, expect, test } from 'vitest'
import { captionsOf, hashIn, ticketCalls } from './rest-calls.ts'

const [id, me, other, sales, support, line, branch] = ['ticket', 'me', 'other', 'sales', 'support', 'line', 'branch']
const ticket = (status: (typeof ticketStatuses)[number], queueId: string | null = sales) => ({
  id,
  status,
  queueId,
  whatsappId: line,
})
const accept = { name: 'ticket.accept', args: { id } }
const reopen = { name: 'ticket.reopen', args: { id } }
const giveBack = { name: 'ticket.return', args: { id } }
const transfer = (target: object) => ({ name: 'ticket.transfer', args: { id, ...target } })

describe('PUT /tickets/:id', () => {
  test.each([
    [{ status: 'open' }, ticket('pending'), [accept]],
    [{ status: 'open', userId: me, queueId: sales }, ticket('closed'), [reopen]],
    [{ status: 'open', queueId: support }, ticket('pending'), [accept, transfer({ queueId: support, userId: me })]],
    [{ status: 'open', queueId: sales }, ticket('pending', null), [accept, transfer({ queueId: sales, userId: me })]],
    [{ status: 'open', queueId: support }, ticket('open'), [transfer({ queueId: support, userId: me })]],
    [{ status: 'open', queueId: support }, ticket('closed'), [reopen, transfer({ queueId: support, userId: me })]],
    [{ status: 'open', userId: other }, ticket('pending'), [transfer({ userId: other })]],
    [{ status: 'open', userId: other }, ticket('closed'), [reopen, transfer({ userId: other })]],
    [
      { status: 'open', whatsappId: branch },
      ticket('closed'),
      [{ name: 'ticket.reopen', args: { id, connectionId: branch } }],
    ],
    [
      { status: 'open', whatsappId: branch, queueId: support },
      ticket('closed'),
      [{ name: 'ticket.reopen', args: { id, connectionId: branch } }, transfer({ queueId: support, userId: me })],
    ],
    [{ status: 'open', whatsappId: line }, ticket('closed'), [reopen]],
    [{ status: 'pending', userId: null }, ticket('open'), [giveBack]],
    [
      { status: 'pending', queueId: support, userId: me },
      ticket('open'),
      [transfer({ queueId: support, userId: null })],
    ],
    [{ status: 'pending', queueId: sales }, ticket('pending'), [transfer({ queueId: sales, userId: null })]],
    [{ status: 'pending', whatsappId: branch }, ticket('open'), [giveBack, transfer({ connectionId: branch })]],
    [{ status: 'closed', queueId: support, userId: other }, ticket('open'), [{ name: 'ticket.close', args: { id } }]],
    [{ queueId: support }, ticket('open'), [transfer({ queueId: support })]],
    [{ queueId: sales, userId: null }, ticket('open'), [transfer({ queueId: sales, userId: null })]],
    [{ whatsappId: branch }, ticket('open'), [transfer({ connectionId: branch })]],
  ] as const)('%o of %o', (body, of, calls) => {
    expect(ticketCalls(body, of, me)).toEqual(calls)
  })

  test('what wishes nothing is refused', () => {
    expect(() => ticketCalls({}, ticket('open'), me)).toThrow('ERR_VALIDATION')
  })

  test('with status open it ends with the ticket open in the queue that was named', () => {
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
    const queue = optional(fc.constantFrom(sales, support))
    const from = fc.record({ status: fc.constantFrom(...ticketStatuses), queueId: fc.constantFrom(sales, null) })
    fc.assert(
      fc.property(from, queue, optional(fc.constantFrom(me, other)), (now, queueId, userId) => {
        const calls = ticketCalls({ status: 'open', queueId, userId }, { ...ticket(now.status), ...now }, me)
        const moved = calls.find(({ name }) => name === 'ticket.transfer')?.args as {
          queueId?: string
          userId?: string
        }
        expect(moved?.queueId ?? now.queueId).toBe(queueId ?? now.queueId)
        expect(moved?.userId ?? me).toBe(userId ?? me)
        if (now.status === 'closed') expect(calls[0]).toEqual(reopen)
      }),
    )
  })
})

describe('a media URL', () => {
  const hash = 'ab'.repeat(32)

  test.each([`/api/media/${hash}`, `https://desk.example/api/media/${hash}`])('%s is a file of ours', (url) => {
    expect(hashIn(url, 'desk.example')).toBe(hash)
  })

  test('anything else is refused', () => {
    const place = fc.oneof(fc.webUrl(), fc.string(), fc.constant(`https://desk.example.evil/api/media/${hash}`))
    fc.assert(
      fc.property(place, (url) => {
        expect(() => hashIn(url, 'desk.example')).toThrow('ERR_VALIDATION')
      }),
    )
  })
})

test.each([
  [['a.pdf', 'b.pdf'], ['Seguem'], ['Seguem', '']],
  [
    ['a.pdf', 'b.pdf'],
    ['a.pdf', 'O segundo'],
    ['', 'O segundo'],
  ],
  [['a.pdf'], ['a.pdf'], ['']],
  [['a.pdf'], [], ['']],
])('of files %o texts %o are captions %o', (names, texts, captions) => {
  expect(captionsOf(names, texts)).toEqual(captions)
})
