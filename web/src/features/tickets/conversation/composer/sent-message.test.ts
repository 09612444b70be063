import { expect, test } from 'vitest'
import { outgoingOf, type Outgoing } from '../../../../desk/conversation/composer/outgoing.ts'
import { sendArgsOf, writtenRow } from './sent-message.ts'

const media = { hash: 'a'.repeat(64), mime: 'audio/mpeg', name: 'voz.mp3', size: 12, width: null, height: null }
const row = (message: Outgoing) => writtenRow({ id: 'm', ticketId: 't' }, message, 'u', new Date(0))

test('the row that is shown at once says what it will be', () => {
  expect(row({ body: 'oi' })).toMatchObject({ mediaType: 'chat', body: 'oi', details: null })
  expect(row({ body: '', media, isVoice: true, seconds: 4 })).toMatchObject({
    mediaType: 'audio',
    mediaName: 'voz.mp3',
    details: { isVoice: true, seconds: 4 },
  })
  const location = { latitude: 1, longitude: 2, name: 'Loja' }
  expect(row({ body: '', location })).toMatchObject({
    mediaType: 'location',
    details: { location: { ...location, address: '', isLive: false } },
  })
})

test.each<Outgoing>([
  { body: 'oi' },
  { body: 'legenda', media: { ...media, mime: 'image/png', width: 3, height: 4 } },
  { body: '', media, isVoice: true, seconds: 4 },
  { body: '', location: { latitude: 1, longitude: 2, name: 'Loja', address: '' } },
])('what is sent again is what was sent: %o', (message) => {
  expect(outgoingOf(row(message))).toEqual(message)
})

test('contact cards are not sent again', () => {
  expect(outgoingOf(row({ body: '', contactIds: ['c'] }))).toBeUndefined()
})

test('the mutation names the file, and carries nothing that was not given', () => {
  const file = { id: 'f', blob: new Blob(['x']), media }
  expect(sendArgsOf('m', 't', { body: '', file })).toEqual({ id: 'm', ticketId: 't', body: '', media })
  expect(sendArgsOf('m', 't', { body: 'oi', quotedMessageId: 'q' })).toEqual({
    id: 'm',
    ticketId: 't',
    body: 'oi',
    quotedMessageId: 'q',
  })
})
