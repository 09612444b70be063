import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../../sync/client.ts'
import { writtenIn } from './written.ts'

function entry(name: string, args: OutboxEntry['args']): OutboxEntry {
  const own = { seq: 1, id: name, userId: 'u', companyId: 'c', at: new Date(0), heldBy: 'r' }
  return { ...own, name, args, state: 'waiting' }
}

test('texts and files go back to a composer, recordings and notes stay as they are, the ticket’s own steps are moot', () => {
  const text = entry('message.send', { id: 'm', ticketId: 't', body: 'Bom dia' })
  const voice = entry('message.send', { id: 'v', ticketId: 't', body: '', isVoice: true })
  const note = entry('ticketNote.create', { id: 'n', ticketId: 't', note: 'VIP' })
  const close = entry('ticket.close', { id: 't' })
  expect(writtenIn('t', [text, voice, note, close])).toEqual({
    drafts: [{ entry: text, draft: { kind: 'draft', ticketId: 't', text: 'Bom dia' } }],
    others: [voice, note],
    moot: [close],
  })
})
