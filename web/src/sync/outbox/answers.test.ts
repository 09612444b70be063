import { newId } from 'db/kit/new-id.ts'
import { expect, test } from 'vitest'
import { changesOf } from './answers.ts'
import { newEntry, type OutboxEntry } from './outbox.ts'

let seq = 0
const entry = (name: string, args: Record<string, unknown>): OutboxEntry => ({
  ...newEntry({ userId: 'u', companyId: 'c', name, args }),
  seq: ++seq,
})
const [id, other] = [newId(), newId()]

test('a refused step takes the later steps of its ticket along, and no message, no other ticket and nothing that was before', () => {
  const before = entry('ticket.return', { id })
  const accept = entry('ticket.accept', { id })
  const message = entry('message.send', { id: newId(), ticketId: id, body: 'oi' })
  const close = entry('ticket.close', { id })
  const elsewhere = entry('ticket.close', { id: other })
  const refused = { state: 'refused', code: 'ERR_TICKET_STATUS', details: { status: 'open' } }
  const changes = changesOf(
    [
      { id: accept.id, status: 'rejected', code: 'ERR_TICKET_STATUS', details: { status: 'open' } },
      { id: message.id, status: 'applied', lsn: '7' },
      { id: close.id, status: 'held' },
    ],
    [before, accept, message, close, elsewhere],
  )
  expect([...changes]).toEqual([
    [accept.seq, refused],
    [close.seq, { ...refused, because: accept.id }],
    [message.seq, { state: 'applied', lsn: '7' }],
  ])
})

test('what may have made its row takes nothing along: what names the row waits', () => {
  const create = entry('ticket.create', { id })
  const accept = entry('ticket.accept', { id })
  const changes = changesOf([{ id: create.id, status: 'rejected', code: 'ERR_NO_CONTACT_FOUND' }], [create, accept])
  expect([...changes]).toEqual([[create.seq, { state: 'refused', code: 'ERR_NO_CONTACT_FOUND' }]])
})
