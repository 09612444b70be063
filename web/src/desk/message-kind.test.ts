import type { MessageDetails } from 'db/messages/details.ts'
import { expect, test } from 'vitest'
import { kindOf, unsupportedName, type MessageKind } from './message-kind.ts'

const plain = { details: null, isDeleted: false, isViewOnce: false }

test.each<[string, MessageDetails | null, MessageKind]>([
  ['chat', null, 'text'],
  ['image', null, 'image'],
  ['image', { isSticker: true }, 'sticker'],
  ['video', { isGif: true }, 'gif'],
  ['audio', { seconds: 3 }, 'audio'],
  ['audio', { seconds: 3, isVoice: true }, 'voice'],
  ['application', null, 'document'],
  ['vcard', { contacts: [] }, 'contacts'],
  ['poll', { poll: { options: [], selectable: 1 } }, 'poll'],
  ['call_log', { call: { isVideo: false, isGroup: false, wasRejected: true } }, 'call'],
  ['unsupported', { unsupported: 'orderMessage' }, 'unsupported'],
  ['hologram', null, 'unsupported'],
  ['location', null, 'unsupported'],
])('%s with %o is %s', (mediaType, details, kind) => {
  expect(kindOf({ ...plain, mediaType, details })).toBe(kind)
})

test('deleted hides what it was, and so does view-once', () => {
  expect(kindOf({ ...plain, mediaType: 'image', isViewOnce: true })).toBe('viewOnce')
  expect(kindOf({ ...plain, mediaType: 'image', isViewOnce: true, isDeleted: true })).toBe('deleted')
})

test('an unknown kind keeps its name', () => {
  expect(unsupportedName({ mediaType: 'unsupported', details: { unsupported: 'orderMessage' } })).toBe('orderMessage')
  expect(unsupportedName({ mediaType: 'unsupported:orderMessage', details: null })).toBe('orderMessage')
})
