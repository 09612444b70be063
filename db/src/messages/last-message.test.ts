import { expect, test } from 'vitest'
import { hostileTexts, longest } from '../kit/texts/test-hostile-texts.ts'
import { lastMessageColumns } from './last-message.ts'

const of = (change: object) =>
  lastMessageColumns({ body: '', mediaType: 'chat', mediaName: null, details: null, fromMe: false, ...change })

test('the list says the text, else the place, the people or the file', () => {
  const location = { latitude: -23.5, longitude: -46.6, name: '', address: '', isLive: false }
  const contacts = [
    { name: 'Ana', numbers: [] },
    { name: 'Bia', numbers: [] },
  ]
  expect(of({ body: 'oi', mediaName: 'a.png' }).lastMessage).toBe('oi')
  expect(of({ mediaName: 'a.png' }).lastMessage).toBe('a.png')
  expect(of({ details: { location } }).lastMessage).toBe('-23.5, -46.6')
  expect(of({ details: { location: { ...location, address: 'Rua A, 1' } } }).lastMessage).toBe('Rua A, 1')
  expect(of({ details: { contacts } }).lastMessage).toBe('Ana, Bia')
})

test('in a group, who wrote it; and who is mentioned by name', () => {
  const mentions = [{ digits: '111000', name: 'Bruno' }]
  expect(of({ body: '@111000 e @222000, oi', details: { mentions }, participantId: 'ana' })).toMatchObject({
    lastMessage: '@Bruno e @222000, oi',
    lastMessageParticipantId: 'ana',
  })
  expect(of({ body: 'oi', fromMe: true, participantId: 'ana' })).toMatchObject({ lastMessageParticipantId: null })
})

test('and of what kind it was; of a deleted one, and of one to be seen once, no word', () => {
  expect(of({ mediaType: 'audio', mediaName: 'voz.mp3', details: { isVoice: true } })).toMatchObject({
    lastMessage: '',
    lastMessageType: 'voice',
  })
  expect(of({ mediaType: 'image', details: { isSticker: true } })).toMatchObject({ lastMessageType: 'sticker' })
  expect(of({ body: 'oi', isDeleted: true })).toMatchObject({ lastMessage: '', lastMessageType: 'deleted' })
  expect(of({ mediaType: 'image', body: 'olha', isViewOnce: true })).toMatchObject({
    lastMessage: '',
    lastMessageType: 'view_once',
  })
})

test('of a long message a line, and never half a character', () => {
  expect(of({ body: 'a'.repeat(200) }).lastMessage).toBe('a'.repeat(200))
  expect(of({ body: 'a'.repeat(65_536) }).lastMessage).toBe(`${'a'.repeat(200)}…`)
  expect(of({ body: '👨‍👩‍👧‍👦'.repeat(300) }).lastMessage).toBe(`${'👨‍👩‍👧‍👦'.repeat(72)}…`)
  const contacts = Array.from({ length: 100 }, () => ({ name: 'A'.repeat(255), numbers: [] }))
  const all = [...hostileTexts(longest).map(({ text }) => of({ body: text })), of({ details: { contacts } })]
  for (const { lastMessage } of all) expect(lastMessage.length).toBeLessThanOrEqual(801)
})
