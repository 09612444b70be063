import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../../sync/client.ts'
import { editOf } from './entry-editors.ts'

function refused(name: string, code: OutboxEntry['code']): OutboxEntry {
  const own = { seq: 1, id: 'e', userId: 'u', companyId: 'c', args: {}, at: new Date(0) }
  return { ...own, name, state: 'refused', ...(code && { code }) }
}

test.each([
  ['queue.create', 'ERR_QUEUE_COLOR_ALREADY_EXISTS', 'form'],
  ['queue.update', undefined, 'form'],
  ['connection.create', 'ERR_DUPLICATED_NAME', 'form'],
  ['connection.update', 'ERR_WAPP_GREETING_REQUIRED', 'form'],
  ['message.send', 'ERR_TICKET_STATUS', 'draft'],
  ['queue.update', 'ERR_CONFLICT', undefined],
  ['queue.update', 'ERR_NO_QUEUE_FOUND', undefined],
  ['message.send', 'ERR_NO_PERMISSION', undefined],
  ['queue.delete', 'ERR_INTERNAL', undefined],
] as const)('%s refused with %s: %s', (name, code, kind) => {
  expect(editOf(refused(name, code))?.kind).toBe(kind)
})

test('a message goes back to its ticket with its text', () => {
  const entry = { ...refused('message.send', 'ERR_TICKET_STATUS'), args: { id: 'm', ticketId: 't', body: 'Oi!\n ' } }
  expect(editOf(entry)).toEqual({ kind: 'draft', ticketId: 't', text: 'Oi!\n ' })
})

test('and with its file', () => {
  const media = { hash: 'a'.repeat(64), mime: 'image/png', name: 'bolo.png', size: 3 }
  const entry = { ...refused('message.send', 'ERR_TICKET_STATUS'), args: { id: 'm', ticketId: 't', body: '', media } }
  expect(editOf(entry)).toEqual({ kind: 'draft', ticketId: 't', text: '', file: media })
})

test('and with what it answers', () => {
  const args = { id: 'm', ticketId: 't', body: 'sim', quotedMessageId: 'q' }
  expect(editOf({ ...refused('message.send', 'ERR_TICKET_STATUS'), args })).toEqual({
    kind: 'draft',
    ticketId: 't',
    text: 'sim',
    replyTo: 'q',
  })
})

test.each([{ isVoice: true, media: {} }, { location: {} }, { contactIds: ['c'] }])(
  '%o can only be sent again',
  (what) => {
    const args = { id: 'm', ticketId: 't', body: '', ...what }
    expect(editOf({ ...refused('message.send', 'ERR_TICKET_STATUS'), args })).toBeUndefined()
  },
)
